import { rename, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { takeBackup } from '../backup/take-backup.ts';
import type { VaultAccess } from '../vault-access.ts';
import { print, throughputTimer } from './output.ts';

/**
 * Writes a backup of a running vault.
 * @param metricsFile replaced after success, for the textfile collector of Prometheus' node_exporter
 * @returns the exit code
 */
export async function backUp(vault: VaultAccess, file: string, metricsFile?: string): Promise<number> {
  const throughput = throughputTimer();
  const { madeAt, companies, sections } = await takeBackup(vault, resolve(file));
  print(
    `Backed up ${companies} companies in ${sections} sections, as of ${madeAt.toISOString()}: ${resolve(file)}`,
  );
  print(`${throughput((await stat(resolve(file))).size)}.`);
  if (metricsFile !== undefined) await writeBackupMetrics(resolve(metricsFile), madeAt);
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
