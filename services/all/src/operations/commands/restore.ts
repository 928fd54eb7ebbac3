import { rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type LostEntries, moveLostCheckpoints } from '@pii-vault/audit/restored/lost-checkpoints';
import { withRestoredTrail } from '@pii-vault/audit/restored/restored-trail';
import { restoreVault } from '../backup/restore-vault.ts';
import { newVault } from '../open-vault.ts';
import { describeLostEntries, describeReplay } from './describe-replay.ts';
import { print, throughputTimer } from './output.ts';
import { runChecker } from './run-checker.ts';

/**
 * Runs `pii-vault restore FILE`; removes the new database when the restore or the check of the trail fails. @returns
 * the exit code
 */
export async function restore(file: string, acceptLost: boolean): Promise<number> {
  const throughput = throughputTimer();
  const vault = await newVault(process.env);
  let isSound = false;
  let lost: LostEntries | undefined;
  try {
    const restored = await restoreVault(vault, resolve(file), { acceptLost });
    const { madeAt, sections, auditEntries, replayed } = restored;
    print(
      `Restored ${sections} sections as of ${madeAt.toISOString()}; the audit trail has ${auditEntries} entries.`,
    );
    print(describeReplay(replayed));
    const trailOf = vault.databases.get('audit');
    lost = await withRestoredTrail(trailOf, (trail) =>
      moveLostCheckpoints(vault.checkpoints, trail, new Date()),
    );
    if (lost !== undefined) print(describeLostEntries(lost));
    isSound = runChecker([], process.env) === 0;
    if (isSound) {
      await withRestoredTrail(trailOf, (trail) => trail.settle(vault.revocations, new Date()));
      await vault.release();
    }
    print(`${throughput((await stat(resolve(file))).size)}, checked.`);
    print(
      isSound
        ? 'Users have to sign in again. Start the vault with `make run`.'
        : 'The audit trail is damaged: the restored database is removed.',
    );
    return isSound ? 0 : 1;
  } finally {
    await vault.close();
    // After a failed restore nothing is lost: put the checkpoints back.
    if (!isSound && lost !== undefined) await rename(lost.keptAs, vault.checkpoints);
    if (!isSound)
      await rm(join(resolve(process.env.PIIVAULT_DATA_DIR ?? '.data'), 'postgres'), {
        recursive: true,
        force: true,
      });
  }
}
