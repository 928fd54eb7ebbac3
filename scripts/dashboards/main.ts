import { mkdir, writeFile } from 'node:fs/promises';
import { dashboardFiles, FOLDER } from './files.ts';

// node scripts/dashboards/main.ts: writes deploy/grafana/dashboards anew.
await mkdir(FOLDER, { recursive: true });
for (const [name, text] of dashboardFiles) await writeFile(new URL(name, FOLDER), text);
