import { lastClaim } from '@pii-vault/audit/restored/lost-checkpoints';
import type { OpenVault } from '../vault-access.ts';
import { type ReplayResult, replayRevocations, revocationsIn } from './replay-revocations.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';
import { revocationsAfterBackup } from './select-revocations.ts';

export interface RestoredVault extends Restored {
  readonly replayed: ReplayResult;
}

/**
 * Restores a backup and repeats later revocations, before the vault serves requests.
 * @param acceptLost continue when the list is missing or incomplete; a damaged one has to be moved away first
 * @throws AppError as restoreBackup; REVOCATIONS_DAMAGED, REVOCATIONS_INCOMPLETE, REVOCATION_FAILED
 */
export async function restoreVault(
  vault: Omit<OpenVault, 'close'>,
  path: string,
  { acceptLost = false }: { readonly acceptLost?: boolean } = {},
): Promise<RestoredVault> {
  const restored = await restoreBackup(vault, path);
  const place = {
    position: restored.revocations,
    auditEntries: restored.auditEntries,
    signedEntries: (await lastClaim(vault.checkpoints))?.size ?? 0,
    acceptLost,
  };
  const since = await revocationsAfterBackup(vault.revocations, place);
  return { ...restored, replayed: await replayRevocations(vault, revocationsIn(since)) };
}
