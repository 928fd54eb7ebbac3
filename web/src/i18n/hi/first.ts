import app from '../../app/locales/hi.json';
import auditActions from '../../audit-actions/locales/hi.json';
import erasure from '../../erasure/locales/hi.json';
import dashboard from '../../features/dashboard/locales/hi.json';
import figures from '../../figures/locales/hi.json';
import liveSessions from '../../live-sessions/locales/hi.json';
import pii from '../../pii/locales/hi.json';
import charts from '../../ui/charts/locales/hi.json';
import ui from '../../ui/locales/hi.json';
import waiting from '../../waiting/locales/hi.json';
import checks from './checks.json';
import reasons from './reasons.json';
import sentences from './sentences.json';
import statuses from './statuses.json';

/** Hindi messages of the contract and the server. */
export const dictionary = { sentences, reasons, checks, statuses };

/** Hindi texts of `first`. The dictionary is in the same file, to save a request. */
export const first = {
  app,
  'audit-actions': auditActions,
  charts,
  dashboard,
  erasure,
  figures,
  'live-sessions': liveSessions,
  pii,
  ui,
  waiting,
};
