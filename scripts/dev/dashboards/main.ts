import { mkdir, writeFile } from 'node:fs/promises';
import { dashboardFiles, FOLDER } from './files.ts';

// node scripts/dev/dashboards/main.ts: rewrites deploy/grafana/dashboards.
await mkdir(FOLDER, { recursive: true });
for (const [name, text] of dashboardFiles) await writeFile(new URL(name, FOLDER), text);
