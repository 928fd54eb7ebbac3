import { spawnSync } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type LostEntries, setAsideLater } from '../backup/kept-checkpoints.ts';
import { restoreVault } from '../backup/restore-vault.ts';
import { newVault } from '../embedded/open-vault.ts';
import { clock, say } from './say.ts';
import { toldOf, toldOfLost } from './told-of-replay.ts';

/** `pii-vault restore FILE`; what is not sound leaves nothing behind. @returns the exit code */
export async function restore(file: string, acceptLost: boolean): Promise<number> {
  const took = clock();
  const vault = await newVault(process.env);
  let isSound = false;
  let lost: LostEntries | undefined;
  try {
    const restored = await restoreVault(vault, resolve(file), { acceptLost });
    const { madeAt, sections, auditEntries, replayed } = restored;
    say(
      `Restored ${sections} sections as of ${madeAt.toISOString()}; the audit trail has ${auditEntries} entries.`,
    );
    say(toldOf(replayed));
    lost = setAsideLater(vault.checkpoints, auditEntries, new Date());
    if (lost !== undefined) say(toldOfLost(lost));
    isSound = isTrailSound();
    if (isSound) {
      await vault.revocations.append([{ covers: auditEntries, at: new Date().toISOString() }]);
      await vault.release();
    }
    say(`${took((await stat(resolve(file))).size)}, checked.`);
    say(
      isSound ? 'Everybody has to sign in again. Start the vault with `make run`.' : 'It must not be used.',
    );
    return isSound ? 0 : 1;
  } finally {
    await vault.close();
    // What was not restored has lost nothing.
    if (!isSound && lost !== undefined) await rename(lost.keptAs, vault.checkpoints);
    if (!isSound)
      await rm(join(resolve(process.env.PIIVAULT_DATA_DIR ?? '.data'), 'postgres'), {
        recursive: true,
        force: true,
      });
  }
}

/** By the checker that shares no code with the vault. */
function isTrailSound(): boolean {
  const checker = resolve(import.meta.dirname, '../../../../scripts/audit-fsck/main.ts');
  return spawnSync(process.execPath, [checker], { stdio: 'inherit', env: process.env }).status === 0;
}
