// node scripts/dev/dashboards/main.ts: rewrites deploy/grafana/dashboards.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { overview } from './overview.ts';
import { serviceDashboards } from './service.ts';

export const FOLDER = new URL('../../../deploy/grafana/dashboards/', import.meta.url);

/** File names and contents of `deploy/grafana/dashboards`. */
export const dashboardFiles: readonly (readonly [string, string])[] = [
  ['overview', overview] as const,
  ...serviceDashboards,
].map(([name, model]) => [`${name}.json`, `${JSON.stringify(model, null, 2)}\n`]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(FOLDER, { recursive: true });
  for (const [name, text] of dashboardFiles) await writeFile(new URL(name, FOLDER), text);
}
