import { randomBytes, randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { Epoch } from '../epochs/epoch.ts';
import { holdEpoch } from '../epochs/epoch-store.ts';
import { keyCreated } from '../events.ts';
import type { KeyOwner, KeyUse } from '../hierarchy/key-owner.ts';
import { RAW_KEY_BYTES, sealKey } from '../hierarchy/two-layer-wrap.ts';
import type { WrappedKeyIdentity } from '../hierarchy/wrap-aad.ts';
import type { KeyStore } from '../key-store/key-store.ts';
import { destroySpare } from './destroy-spare.ts';
import type { WrappedUse } from './encryption-key.ts';
import { findLiveStoreKeys, inOwnersScope, insertKey, type StoreKey } from './encryption-key-store.ts';
import { masterOf } from './key-uses.ts';
import { markUsed } from './key-version-store.ts';
import type { OwnerDirectory } from './owner-directory.ts';

export interface CreateKeyDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'generateKey' | 'wrap' | 'destroy'>;
  readonly owners: Pick<OwnerDirectory, 'companyExists'>;
  readonly now: () => Date;
}

/**
 * Makes the first key of a use, and its owner's master before it. Of many at once one wins: whoever lost
 * finds the winner's key afterwards.
 * @throws AppError NOT_FOUND when tenancy knows no such company, or for the deployment, whose keys are made at start
 */
export function createFirstKey(deps: CreateKeyDeps): (ctx: Ctx, use: WrappedUse) => Promise<void> {
  return async (ctx, use) => {
    await ensureMaster(deps, ctx, use.owner);
    await inOwnersScope(deps.db, use.owner, async (tx) => {
      const epoch = await holdEpoch(tx);
      // Read under the lock that masters change places by.
      const master = (await findLiveStoreKeys(tx, masterOf(use.owner))).find((key) => key.isActive);
      if (master === undefined) throw new Error('a master key that was just made is not there');
      await addVersion(deps, tx, ctx, { use, version: 1, master, epoch });
    });
  };
}

export interface NewVersion {
  readonly use: WrappedUse;
  readonly version: number;
  readonly master: Pick<StoreKey, 'keyId' | 'reference'>;
  /** Held or locked by the transaction. */
  readonly epoch: Epoch;
}

export interface AddVersionDeps {
  readonly store: Pick<KeyStore, 'wrap'>;
  readonly now: () => Date;
}

/** Draws, wraps and inserts one version. @returns undefined, with nothing done, when it exists already */
export async function addVersion(
  deps: AddVersionDeps,
  tx: Tx,
  ctx: Ctx,
  { use, version, master, epoch }: NewVersion,
): Promise<WrappedKeyIdentity | undefined> {
  const identity = { ...use, keyId: randomUUID(), version };
  const rawKey = randomBytes(RAW_KEY_BYTES);
  try {
    const wrappers = { master: master.reference, epoch: epoch.reference };
    const wrapped = await sealKey(deps.store, wrappers, identity, rawKey);
    const createdAt = deps.now();
    const isNew = await insertKey(tx, {
      ...identity,
      algorithm: 'AES-256-GCM',
      createdAt,
      masterKeyId: master.keyId,
      epoch: epoch.epoch,
      wrapped,
    });
    if (!isNew) return undefined;
    await markUsed(tx, master.keyId, createdAt);
    await tx.publishAll(keyCreated(ctx, { ...identity, createdAt }));
    return identity;
  } finally {
    rawKey.fill(0);
  }
}

async function ensureMaster(deps: CreateKeyDeps, ctx: Ctx, owner: KeyOwner): Promise<void> {
  const live = await inOwnersScope(deps.db, owner, (tx) => findLiveStoreKeys(tx, masterOf(owner)));
  if (live.length > 0) return;
  if (owner.kind === 'deployment') throw notFound();
  if (owner.kind === 'company' && !(await deps.owners.companyExists(ctx, owner.companyId))) throw notFound();
  await addStoreKey(deps, ctx, masterOf(owner));
}

/**
 * Key first, row after: a row never names a key that does not exist. The spare of a lost race, or of an error, is
 * destroyed.
 */
async function addStoreKey(deps: CreateKeyDeps, ctx: Ctx, use: KeyUse<'master'>): Promise<void> {
  const made = await deps.store.generateKey('AES-256-GCM');
  const key = { ...use, keyId: randomUUID(), version: 1, createdAt: deps.now() };
  const isNew = await inOwnersScope(deps.db, use.owner, async (tx) => {
    const row = { ...key, algorithm: made.algorithm, reference: made.reference, publicKey: made.publicKey };
    const inserted = await insertKey(tx, row);
    if (inserted) await tx.publishAll(keyCreated(ctx, key));
    return inserted;
  }).catch((error: unknown) => destroySpare(deps.store, made.reference, error));
  if (!isNew) await deps.store.destroy(made.reference);
}
