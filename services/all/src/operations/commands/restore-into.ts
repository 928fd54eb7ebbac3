import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type LostEntries, moveLostCheckpoints } from '@pii-vault/audit/restored/lost-checkpoints';
import { withRestoredTrail } from '@pii-vault/audit/restored/restored-trail';
import { restoreVault } from '../backup/restore-vault.ts';
import type { OpenVault } from '../vault-access.ts';
import { describeLostEntries, describeReplay } from './describe-replay.ts';
import { print, throughputTimer } from './output.ts';

/**
 * Fills an empty vault from a backup, replays later revocations and checks the trail. When the check fails, the
 * checkpoints are put back; the filled database is the caller's to remove.
 * @param check runs the checker on the restored trail. @returns its exit code
 * @returns whether the restored vault may start
 */
export async function restoreInto(
  vault: Omit<OpenVault, 'close'>,
  file: string,
  { acceptLost, check }: { readonly acceptLost: boolean; readonly check: () => number | Promise<number> },
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
    isSound = (await check()) === 0;
    if (isSound) await withRestoredTrail(trailOf, (trail) => trail.settle(vault.revocations, new Date()));
    print(`${throughput((await stat(resolve(file))).size)}, checked.`);
    return isSound;
  } finally {
    // After a failed restore nothing is lost: put the checkpoints back.
    if (!isSound && lost !== undefined) await vault.checkpoints.moveBack(lost.keptAs);
  }
}
