import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteOldBackups, newBackupIn, newestBackup } from './backup-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
});
afterEach(() => rm(folder, { recursive: true }));

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 1, 30));
async function fill(...days: number[]): Promise<void> {
  for (const day of days) await writeFile(newBackupIn(folder, on(day)), 'one');
}
const days = async () => (await readdir(folder)).sort().map((name) => Number(name.slice(16, 18)));

it('deletes backups that are older than the days to keep, and no other file', async () => {
  await fill(1, 2, 20, 25, 28);
  await writeFile(join(folder, 'notes.txt'), 'kept');
  await deleteOldBackups(folder, on(28), 14);
  expect((await readdir(folder)).includes('notes.txt')).toBe(true);
  await rm(join(folder, 'notes.txt'));
  expect(await days()).toEqual([20, 25, 28]);
});

it('keeps the newest three, however old they are', async () => {
  await fill(1, 2, 3, 4);
  await deleteOldBackups(folder, new Date('2036-01-01T00:00:00Z'), 1);
  expect(await days()).toEqual([2, 3, 4]);
});

it('finds the newest backup of a folder, and a file by its own path', async () => {
  await expect(newestBackup(folder)).rejects.toThrow('There is no backup in');
  await fill(9, 10);
  expect(await newestBackup(folder)).toBe(newBackupIn(folder, on(10)));
  expect(await newestBackup('other.backup')).toBe('other.backup');
});
