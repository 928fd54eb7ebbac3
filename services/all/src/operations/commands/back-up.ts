import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { takeBackup } from '../backup/take-backup.ts';
import type { VaultAccess } from '../vault-access.ts';
import { print, throughputTimer } from './output.ts';

export interface BackUpOptions {
  /** Replaced after success, for the textfile collector of Prometheus' node_exporter. */
  readonly metrics?: string | undefined;
  /** Backups of the folder that are older are deleted after success, but for the newest three. */
  readonly keepDays?: number | undefined;
}

/**
 * Writes a backup of a running vault.
 * @param path a new file, or a folder for one named after the time
 * @returns the exit code
 */
export async function backUp(
  vault: VaultAccess,
  path: string,
  { metrics, keepDays }: BackUpOptions = {},
): Promise<number> {
  const throughput = throughputTimer();
  const isFolder = await isDirectory(path);
  const file = isFolder ? join(path, nameAt(new Date())) : path;
  const { madeAt, companies, sections } = await takeBackup(vault, resolve(file));
  print(
    `Backed up ${companies} companies in ${sections} sections, as of ${madeAt.toISOString()}: ${resolve(file)}`,
  );
  print(`${throughput((await stat(resolve(file))).size)}.`);
  if (metrics !== undefined) await writeBackupMetrics(resolve(metrics), madeAt);
  if (isFolder && keepDays !== undefined) await deleteBefore(path, madeAt.getTime() - keepDays * DAY_MS);
  return 0;
}

const DAY_MS = 86_400_000;
/** The newest backups stay, however old they are. */
const ALWAYS_KEPT = 3;
/** Names sort by time, UTC. Other files of the folder are left alone. */
const NAME = /^pii-vault-\d{8}T\d{6}Z\.backup$/;
const nameAt = (time: Date) => `pii-vault-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

const isDirectory = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() === true;

async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

/** The file itself, or the newest backup of a folder. @throws Error if the folder has none */
export async function newestBackup(path: string): Promise<string> {
  if (!(await isDirectory(path))) return path;
  const newest = (await backupsIn(path)).at(-1);
  if (newest === undefined) throw new Error(`There is no backup in ${path}`);
  return join(path, newest);
}

async function deleteBefore(folder: string, before: number): Promise<void> {
  const first = nameAt(new Date(before));
  // A clock that was wrong once must not delete the only good ones.
  for (const name of (await backupsIn(folder)).slice(0, -ALWAYS_KEPT))
    if (name < first) await rm(join(folder, name));
}

/** Time of the newest backup, for the textfile collector of Prometheus' node_exporter. */
export async function writeBackupMetrics(file: string, madeAt: Date): Promise<void> {
  const name = 'piivault_backup_last_success_timestamp_seconds';
  const text = `# HELP ${name} Unix time of the newest backup\n# TYPE ${name} gauge\n${name} ${madeAt.getTime() / 1000}\n`;
  // Renamed into place, so that the collector never reads a partial file.
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
