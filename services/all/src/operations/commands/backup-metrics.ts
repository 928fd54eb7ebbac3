import { rename, writeFile } from 'node:fs/promises';

/** Time of the newest backup, for the textfile collector of Prometheus' node_exporter. */
export async function writeBackupMetrics(file: string, madeAt: Date): Promise<void> {
  const name = 'piivault_backup_last_success_timestamp_seconds';
  const text = `# HELP ${name} Unix time of the newest backup\n# TYPE ${name} gauge\n${name} ${madeAt.getTime() / 1000}\n`;
  // Renamed into place, so that the collector never reads a partial file.
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
