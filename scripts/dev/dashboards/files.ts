import { overview } from './overview.ts';
import { serviceDashboards } from './service.ts';

export const FOLDER = new URL('../../../deploy/grafana/dashboards/', import.meta.url);

/** File names and contents of `deploy/grafana/dashboards`. */
export const dashboardFiles: readonly (readonly [string, string])[] = [
  ['overview', overview] as const,
  ...serviceDashboards,
].map(([name, model]) => [`${name}.json`, `${JSON.stringify(model, null, 2)}\n`]);
