import app from '../../app/locales/en.json';
import auditActions from '../../audit-actions/locales/en.json';
import erasure from '../../erasure/locales/en.json';
import dashboard from '../../features/dashboard/locales/en.json';
import figures from '../../figures/locales/en.json';
import liveSessions from '../../live-sessions/locales/en.json';
import pii from '../../pii/locales/en.json';
import charts from '../../ui/charts/locales/en.json';
import ui from '../../ui/locales/en.json';
import waiting from '../../waiting/locales/en.json';

/** English texts of the shell, the first screen and shared parts, each too small for a separate request. */
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
