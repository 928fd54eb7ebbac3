import { deployedVault } from '../deployed-vault.ts';
import { checkDeployedTrail } from './check-deployed-trail.ts';
import { print } from './output.ts';
import { restoreInto } from './restore-into.ts';

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
