import { rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type LostEntries, moveLostCheckpoints } from '@pii-vault/audit/restored/lost-checkpoints';
import { withRestoredTrail } from '@pii-vault/audit/restored/restored-trail';
import { restoreVault } from '../backup/restore-vault.ts';
import { deployedVault } from '../deployed-vault.ts';
import { newVault, type OpenVault } from '../open-vault.ts';
import { checkDeployedTrail } from './check-deployed-trail.ts';
import { describeLostEntries, describeReplay } from './describe-replay.ts';
import { print, throughputTimer } from './output.ts';
import { runChecker } from './run-checker.ts';

/**
 * Fills an empty vault from a backup, replays later revocations and checks the trail. When the check fails, the
 * checkpoints are put back; the filled database is the caller's to remove.
 * @param check runs the checker on the restored trail. @returns its exit code
 * @returns whether the restored vault may start
 */
async function restoreInto(
  vault: Omit<OpenVault, 'close'>,
  file: string,
  { acceptLost, check }: { readonly acceptLost: boolean; readonly check: () => number },
): Promise<boolean> {
  const throughput = throughputTimer();
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
    isSound = check() === 0;
    if (isSound) await withRestoredTrail(trailOf, (trail) => trail.settle(vault.revocations, new Date()));
    print(`${throughput((await stat(resolve(file))).size)}, checked.`);
    return isSound;
  } finally {
    // After a failed restore nothing is lost: put the checkpoints back.
    if (!isSound && lost !== undefined) await rename(lost.keptAs, vault.checkpoints);
  }
}

/**
 * Runs `pii-vault restore FILE`; removes the new database when the restore or the check of the trail fails. @returns
 * the exit code
 */
export async function restore(file: string, acceptLost: boolean): Promise<number> {
  const vault = await newVault(process.env);
  let isSound = false;
  try {
    isSound = await restoreInto(vault, file, { acceptLost, check: () => runChecker([], process.env) });
    if (isSound) await vault.release();
    print(
      isSound
        ? 'Users have to sign in again. Start the vault with `make run`.'
        : 'The audit trail is damaged: the restored database is removed.',
    );
    return isSound ? 0 : 1;
  } finally {
    await vault.close();
    if (!isSound)
      await rm(join(resolve(process.env.PIIVAULT_DATA_DIR ?? '.data'), 'postgres'), {
        recursive: true,
        force: true,
      });
  }
}

/**
 * Runs `ops restore FILE` on the empty, migrated database of separate services, before they start. @returns the exit
 * code
 */
export async function restoreDeployed(file: string, acceptLost: boolean): Promise<number> {
  const check = () => checkDeployedTrail(process.env);
  const isSound = await restoreInto(deployedVault(process.env), file, { acceptLost, check });
  print(
    isSound
      ? 'Users have to sign in again. Start the services.'
      : 'The audit trail is damaged: drop this database and start no service on it.',
  );
  return isSound ? 0 : 1;
}
