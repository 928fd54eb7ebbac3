import type { OpenVault } from '../embedded/open-vault.ts';
import { signedEntries } from './kept-checkpoints.ts';
import { revocationsSince } from './kept-revocations.ts';
import { type ReplayedList, replayRevocations } from './replay-revocations.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

export interface RestoredVault extends Restored {
  readonly replayed: ReplayedList;
}

/**
 * Restores a backup and takes away again what was taken away since, before anybody comes in.
 * @param acceptLost goes on when the list is gone or not complete; one that is damaged has to be put aside first
 * @throws AppError as restoreBackup; REVOCATIONS_DAMAGED, REVOCATIONS_INCOMPLETE, REVOCATION_FAILED
 */
export async function restoreVault(
  vault: OpenVault,
  path: string,
  { acceptLost = false }: { readonly acceptLost?: boolean } = {},
): Promise<RestoredVault> {
  const restored = await restoreBackup(vault, path);
  const place = {
    position: restored.revocations,
    auditEntries: restored.auditEntries,
    signedEntries: signedEntries(vault.checkpoints),
    acceptLost,
  };
  const since = await revocationsSince(vault.revocations, place);
  return { ...restored, replayed: await replayRevocations(vault, since) };
}
