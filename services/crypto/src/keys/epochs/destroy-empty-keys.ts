import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { keyDestroyed } from '../../events.ts';
import { destroyKeyRow, findVersionsEndingWithEpoch } from '../company-keys/key-version-store.ts';

const BATCH = 200;

/**
 * Destroys the stored keys of an ending epoch that wrap nothing, and replaced backup keys. Moved to the next epoch
 * they would open a backup of this one. The caller holds the epoch lock.
 */
export async function destroyEmptyKeys(tx: Tx, ctx: Ctx, epoch: number, at: Date): Promise<void> {
  for (;;) {
    const emptied = await findVersionsEndingWithEpoch(tx, epoch, BATCH);
    if (emptied.length === 0) return;
    for (const key of emptied) {
      await destroyKeyRow(tx, key.keyId, at);
      await tx.publishAll(keyDestroyed(ctx, key));
    }
  }
}
