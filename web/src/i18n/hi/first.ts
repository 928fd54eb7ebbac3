import app from '../../app/locales/hi.json';
import erasure from '../../erasure/locales/hi.json';
import audit from '../../features/audit/locales/hi.json';
import dashboard from '../../features/dashboard/locales/hi.json';
import liveSessions from '../../live-sessions/locales/hi.json';
import pii from '../../pii/locales/hi.json';
import charts from '../../ui/charts/locales/hi.json';
import ui from '../../ui/locales/hi.json';

/** The same in Hindi, as one file. */
export const first = { app, audit, charts, dashboard, erasure, 'live-sessions': liveSessions, pii, ui };
