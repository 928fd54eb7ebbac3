import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { fromKeyStore } from '../errors.ts';
import { epochTurned } from '../events.ts';
import type { KeyStore } from '../key-store/key-store.ts';
import { destroySpare } from '../keys/destroy-spare.ts';
import { destroyEmptiedKeys } from './destroy-emptied-keys.ts';
import { type Epoch, isEpochOver } from './epoch.ts';
import { endEpoch, findActiveEpoch, insertEpoch, lockEpochs } from './epoch-store.ts';
import { renewKeys } from './renew-keys.ts';
import { rewrapKeys } from './rewrap-keys.ts';

export interface TurnEpochDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'generateKey' | 'wrap' | 'unwrap' | 'destroy'>;
  readonly now: () => Date;
  readonly epochLifeDays: number;
}

export interface EpochTurn {
  readonly epoch: number;
  /** Stored keys moved to the new epoch key. */
  readonly rewrapped: number;
  /** New versions of companies' field and backup keys. */
  readonly newVersions: number;
}

/**
 * Opens the next epoch when the active one is over: a new epoch key, every stored key rewrapped, a new version
 * of each company's field and backup key, all in one transaction. The former epoch is left retiring; its key is
 * destroyed by destroyEndedEpochs, after this has committed. Of several processes one turns.
 * @returns undefined when nothing is due
 */
export function turnEpoch(deps: TurnEpochDeps): (ctx: Ctx) => Promise<EpochTurn | undefined> {
  return async (ctx) => {
    const seen = await deps.db.system(findActiveEpoch);
    if (seen === undefined || !isEpochOver(seen, deps.epochLifeDays, deps.now())) return undefined;
    try {
      const made = await deps.store.generateKey('AES-256-GCM');
      const turn = await deps.db
        .system((tx) => turnIfStillActive(deps, tx, ctx, seen, made.reference))
        .catch((error: unknown) => destroySpare(deps.store, made.reference, error));
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
  await lockEpochs(tx);
  if ((await findActiveEpoch(tx))?.epoch !== former.epoch) return undefined;
  const next: Epoch = { epoch: former.epoch + 1, reference, startedAt: deps.now() };
  await endEpoch(tx, former.epoch, next.startedAt);
  await insertEpoch(tx, next);
  await destroyEmptiedKeys(tx, ctx, former.epoch, next.startedAt);
  const rewrapped = await rewrapKeys(deps.store, tx, former, next);
  const newVersions = await renewKeys(deps, tx, ctx, next);
  const turn = { epoch: next.epoch, rewrapped, newVersions };
  await tx.publishAll(epochTurned(ctx, { ...turn, turnedAt: next.startedAt }));
  return turn;
}
