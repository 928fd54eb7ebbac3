import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { internal } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import { epochDestroyed } from '../../events.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { countKeysOfEpoch, findEpochs, markEpochDestroyed, takeEpochLock } from './epoch-store.ts';

export interface DestroyEndedEpochsDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'destroy'>;
  readonly now: () => Date;
}

/**
 * Destroys the keys of ended epochs, so that backups taken in them cannot be opened. Safe to repeat after a crash:
 * destroying is idempotent and the row is marked afterwards.
 * @returns the epochs destroyed
 * @throws AppError INTERNAL EPOCH_IN_USE when a stored key still depends on one: nothing is destroyed
 */
export function destroyEndedEpochs(deps: DestroyEndedEpochsDeps): (ctx: Ctx) => Promise<number[]> {
  return async (ctx) => {
    const ended = await deps.db.system((tx) => findEpochs(tx, 'retiring'));
    for (const { epoch, reference } of ended) {
      await deps.db.system(async (tx) => {
        await takeEpochLock(tx);
        if ((await countKeysOfEpoch(tx, epoch)) > 0)
          throw internal('EPOCH_IN_USE', 'A stored key still depends on an ended epoch');
        await deps.store.destroy(reference).catch((error: unknown) => {
          throw fromKeyStore(error);
        });
        const isMarked = await markEpochDestroyed(tx, epoch, deps.now());
        if (isMarked) await tx.publish(epochDestroyed(ctx, epoch));
      });
    }
    return ended.map(({ epoch }) => epoch);
  };
}
