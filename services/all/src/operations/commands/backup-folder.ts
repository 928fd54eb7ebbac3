import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** The newest backups stay, however old they are: a clock that was wrong once must not delete the only good ones. */
const ALWAYS_KEPT = 3;
/** Names sort by time, UTC. Other files of the folder are left alone. */
const NAME = /^pii-vault-\d{8}T\d{6}Z\.backup$/;
const nameAt = (time: Date) => `pii-vault-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

export const isFolder = async (path: string) =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

/** Path of a new backup in a folder. */
export const newBackupIn = (folder: string, time: Date) => join(folder, nameAt(time));

/** The file itself, or the newest backup of a folder. @throws Error if the folder has none */
export async function newestBackup(path: string): Promise<string> {
  if (!(await isFolder(path))) return path;
  const newest = (await backupsIn(path)).at(-1);
  if (newest === undefined) throw new Error(`There is no backup in ${path}`);
  return join(path, newest);
}

/** Deletes the backups that are more than `keepDays` older than a time, but for the newest three. */
export async function deleteOldBackups(folder: string, time: Date, keepDays: number): Promise<void> {
  const first = nameAt(new Date(time.getTime() - keepDays * DAY_MS));
  for (const name of (await backupsIn(folder)).slice(0, -ALWAYS_KEPT))
    if (name < first) await rm(join(folder, name));
}

async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}
