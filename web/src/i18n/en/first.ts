import app from '../../app/locales/en.json';
import auditActions from '../../audit-actions/locales/en.json';
import erasure from '../../erasure/locales/en.json';
import dashboard from '../../features/dashboard/locales/en.json';
import liveSessions from '../../live-sessions/locales/en.json';
import pii from '../../pii/locales/en.json';
import charts from '../../ui/charts/locales/en.json';
import ui from '../../ui/locales/en.json';

/**
 * English of the shell, of the first screen, and of parts that features share, each of which is too small for a file of
 * its own.
 */
export const first = {
  app,
  'audit-actions': auditActions,
  charts,
  dashboard,
  erasure,
  'live-sessions': liveSessions,
  pii,
  ui,
};
