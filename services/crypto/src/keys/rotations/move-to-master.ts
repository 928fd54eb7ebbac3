import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import { rotationFinished } from '../../events.ts';
import type { KeyOwner, KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import { changeMaster } from '../../key-store/hierarchy/two-layer-wrap.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { findLiveStoreKeys, type StoreKey } from '../company-keys/encryption-key-store.ts';
import { masterOf } from '../company-keys/key-uses.ts';
import { disableKey, markUsed } from '../company-keys/key-version-store.ts';
import { shareActiveEpoch } from '../epochs/epoch-store.ts';
import { countUnderMasters, readUnderMasters, replaceMasterWraps } from './master-wraps-store.ts';
import { finishRotation, lockOpenRotation, saveProgress } from './rotation-store.ts';

export interface MoveToMasterDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'wrap' | 'unwrap'>;
  readonly now: () => Date;
}

/** Keys per transaction; each takes four calls to the store. */
const BATCH = 10;

/**
 * Rewraps the keys of an owner's earlier masters under the current one, a batch per transaction, and ends the
 * rotation when none is left. Meanwhile a key is opened by the master in its row. Safe to interrupt, repeat and run
 * in several processes.
 * @throws AppError KEY_STORE_UNAVAILABLE · KEY_INTEGRITY: the remaining keys stay under their masters
 */
export async function moveToMaster(
  deps: MoveToMasterDeps,
  ctx: Ctx,
  owner: KeyOwner,
  signal: AbortSignal,
): Promise<void> {
  try {
    while (!signal.aborted && (await deps.db.system((tx) => moveBatch(deps, tx, ctx, masterOf(owner)))));
  } catch (error) {
    throw fromKeyStore(error);
  }
}

/** @returns whether there may be more */
async function moveBatch(deps: MoveToMasterDeps, tx: Tx, ctx: Ctx, use: KeyUse<'master'>): Promise<boolean> {
  // The shared lock excludes an epoch turn, which rewraps the same rows.
  const epoch = await shareActiveEpoch(tx);
  const rotation = await lockOpenRotation(tx, use);
  if (rotation === undefined) return false;
  const live = await findLiveStoreKeys(tx, use);
  const current = live.find((key) => key.isActive);
  if (current === undefined) throw new Error('an owner with a rotation has no master key');
  const former = live.filter((key) => !key.isActive);
  const moved = await moveSome(deps, tx, { former, current, epoch: epoch.reference });
  const at = deps.now();
  if (moved > 0) await markUsed(tx, current.keyId, at);
  const left = await countUnderMasters(tx, former);
  const rewrapped = rotation.rewrapped + moved;
  const seconds = Math.max(0.001, (at.getTime() - rotation.startedAt.getTime()) / 1_000);
  const progress = { rewrapped, left, perSecond: rewrapped / seconds, isBlocked: false };
  await saveProgress(tx, use, rotation.toVersion, progress);
  if (left > 0) return true;
  for (const { keyId } of former) await disableKey(tx, keyId, at);
  if (await finishRotation(tx, use, at))
    await tx.publish(
      rotationFinished(ctx, { ...use, keyId: current.keyId, version: current.version, rewrapped }),
    );
  return false;
}

interface Masters {
  readonly former: readonly StoreKey[];
  readonly current: StoreKey;
  readonly epoch: string;
}

/** @returns how many were moved */
async function moveSome(
  deps: MoveToMasterDeps,
  tx: Tx,
  { former, current, epoch }: Masters,
): Promise<number> {
  const moved: { readonly keyId: string; readonly wrapped: Buffer }[] = [];
  for (const { identity, wrapped, masterKeyId } of await readUnderMasters(tx, former, BATCH)) {
    const from = former.find(({ keyId }) => keyId === masterKeyId);
    if (from === undefined) throw new Error('a key is wrapped by a master of another owner');
    const masters = { from: from.reference, to: current.reference };
    const next = await changeMaster(deps.store, masters, epoch, identity, wrapped);
    moved.push({ keyId: identity.keyId, wrapped: next });
  }
  await replaceMasterWraps(tx, current.keyId, moved);
  return moved.length;
}
