import { resolve } from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type DeployedVault, scratchVault } from '../deployed-vault.ts';
import { newestBackup } from './backup-folder.ts';
import { checkTrailIn } from './check-deployed-trail.ts';
import { print } from './output.ts';

/**
 * Restores a backup into a database that is dropped afterwards, and verifies its audit trail. The services run on.
 * @param path a file, or a folder whose newest backup is checked
 * @returns the exit code: 1 if the trail does not verify
 * @throws AppError as restoreBackup
 */
export async function restoreCheck(vault: DeployedVault, path: string): Promise<number> {
  const file = await newestBackup(path);
  const scratch = await scratchVault(vault);
  try {
    const { madeAt, sections, auditEntries } = await restoreBackup(scratch, resolve(file));
    const audit = scratch.databases.get('audit');
    if (audit === undefined) throw new Error('No database is configured for audit');
    // The checkpoints of the running vault cover later entries, so they are not compared.
    const result = checkTrailIn(audit, scratch.env, []);
    print(
      `${file}: ${sections} sections as of ${madeAt.toISOString()} can be restored; the audit trail has ${auditEntries} entries and ` +
        `${result === 0 ? 'is sound' : 'is NOT sound'}.`,
    );
    return result === 0 ? 0 : 1;
  } finally {
    await scratch.drop();
  }
}
