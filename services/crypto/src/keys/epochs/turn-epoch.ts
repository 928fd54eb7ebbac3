import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import { epochTurned, keyDestroyed } from '../../events.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { destroyUnusedKey } from '../company-keys/destroy-unused-key.ts';
import { destroyKeyRow, findVersionsEndingWithEpoch } from '../company-keys/key-version-store.ts';
import { type Epoch, isEpochOver } from './epoch.ts';
import { endEpoch, findActiveEpoch, insertEpoch, takeEpochLock } from './epoch-store.ts';
import { renewKeys } from './renew-keys.ts';
import { rewrapKeys } from './rewrap-keys.ts';

const BATCH = 200;

/**
 * Destroys the stored keys of an ending epoch that wrap nothing, and replaced backup keys. Moved to the next epoch
 * they would open a backup of this one. The caller holds the epoch lock.
 */
async function destroyEmptyKeys(tx: Tx, ctx: Ctx, epoch: number, at: Date): Promise<void> {
  for (;;) {
    const emptied = await findVersionsEndingWithEpoch(tx, epoch, BATCH);
    if (emptied.length === 0) return;
    for (const key of emptied) {
      await destroyKeyRow(tx, key.keyId, at);
      await tx.publishAll(keyDestroyed(ctx, key));
    }
  }
}

export interface TurnEpochDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'generateKey' | 'wrap' | 'unwrap' | 'destroy'>;
  readonly now: () => Date;
  readonly epochLifeDays: number;
}

export interface EpochTurn {
  readonly epoch: number;
  /** Stored keys rewrapped under the new epoch key. */
  readonly rewrapped: number;
  /** New versions of companies' field and backup keys. */
  readonly newVersions: number;
}

/**
 * Starts the next epoch when the active one is over: creates a new epoch key, rewraps every stored key and creates a
 * new version of each company's field and backup key, in one transaction. The previous epoch becomes retiring;
 * destroyEndedEpochs destroys its key after the commit. A lock lets one process at a time do this.
 * @returns undefined when the active epoch is not over
 */
export function turnEpoch(deps: TurnEpochDeps): (ctx: Ctx) => Promise<EpochTurn | undefined> {
  return async (ctx) => {
    const seen = await deps.db.system(findActiveEpoch);
    if (seen === undefined || !isEpochOver(seen, deps.epochLifeDays, deps.now())) return undefined;
    try {
      const made = await deps.store.generateKey('AES-256-GCM');
      const turn = await deps.db
        .system((tx) => turnIfStillActive(deps, tx, ctx, seen, made.reference))
        .catch((error: unknown) => destroyUnusedKey(deps.store, made.reference, error));
      if (turn === undefined) await deps.store.destroy(made.reference);
      return turn;
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}

async function turnIfStillActive(
  deps: TurnEpochDeps,
  tx: Tx,
  ctx: Ctx,
  former: Epoch,
  reference: string,
): Promise<EpochTurn | undefined> {
  await takeEpochLock(tx);
  if ((await findActiveEpoch(tx))?.epoch !== former.epoch) return undefined;
  const next: Epoch = { epoch: former.epoch + 1, reference, startedAt: deps.now() };
  await endEpoch(tx, former.epoch, next.startedAt);
  await insertEpoch(tx, next);
  await destroyEmptyKeys(tx, ctx, former.epoch, next.startedAt);
  const rewrapped = await rewrapKeys(deps.store, tx, former, next);
  const newVersions = await renewKeys(deps, tx, ctx, next);
  const turn = { epoch: next.epoch, rewrapped, newVersions };
  await tx.publishAll(epochTurned(ctx, { ...turn, turnedAt: next.startedAt }));
  return turn;
}
