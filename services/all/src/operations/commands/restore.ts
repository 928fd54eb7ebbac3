import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { newVault } from '../open-vault.ts';
import { print } from './output.ts';
import { restoreInto } from './restore-into.ts';
import { runChecker } from './run-checker.ts';

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
