import { rename, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { takeBackup } from '../backup/take-backup.ts';
import type { VaultAccess } from '../vault-access.ts';
import { deleteOldBackups, isFolder, newBackupIn } from './backup-folder.ts';
import { print, throughputTimer } from './output.ts';

export interface BackUpOptions {
  /** Replaced after success, for the textfile collector of Prometheus' node_exporter. */
  readonly metrics?: string | undefined;
  /** For a folder: its old backups are deleted after success. */
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
  const inFolder = await isFolder(path);
  const file = inFolder ? newBackupIn(path, new Date()) : path;
  const { madeAt, companies, sections } = await takeBackup(vault, resolve(file));
  print(
    `Backed up ${companies} companies in ${sections} sections, as of ${madeAt.toISOString()}: ${resolve(file)}`,
  );
  print(`${throughput((await stat(resolve(file))).size)}.`);
  if (metrics !== undefined) await writeBackupMetrics(resolve(metrics), madeAt);
  if (inFolder && keepDays !== undefined) await deleteOldBackups(path, madeAt, keepDays);
  return 0;
}

/** Time of the newest backup, for the textfile collector of Prometheus' node_exporter. */
export async function writeBackupMetrics(file: string, madeAt: Date): Promise<void> {
  const name = 'piivault_backup_last_success_timestamp_seconds';
  const text = `# HELP ${name} Unix time of the newest backup\n# TYPE ${name} gauge\n${name} ${madeAt.getTime() / 1000}\n`;
  // Renamed into place, so that the collector never reads a partial file.
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
