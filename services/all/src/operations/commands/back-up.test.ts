import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { writeBackupMetrics } from './back-up.ts';

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

it('metrics of a backup replace the file with the time of the newest one', async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-up-'));
  const file = join(folder, 'pii-vault.prom');
  await writeBackupMetrics(file, new Date('2026-01-01T00:00:00Z'));
  await writeBackupMetrics(file, new Date('2026-01-02T00:00:00Z'));
  expect(await readFile(file, 'utf8')).toContain('piivault_backup_last_success_timestamp_seconds 1767312000');
  expect(await readdir(folder)).toEqual(['pii-vault.prom']);
});
