import { randomBytes, randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { keyCreated } from '../../events.ts';
import type { KeyOwner, KeyUse } from '../../key-store/hierarchy/key-owner.ts';
import { RAW_KEY_BYTES, sealKey } from '../../key-store/hierarchy/two-layer-wrap.ts';
import type { WrappedKeyIdentity } from '../../key-store/hierarchy/wrap-aad.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import type { Epoch } from '../epochs/epoch.ts';
import { shareActiveEpoch } from '../epochs/epoch-store.ts';
import { destroyUnusedKey } from './destroy-unused-key.ts';
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
 * Creates the first key of a use, and its owner's master before it. Of several concurrent calls one wins; the others
 * find the winner's key afterwards.
 * @throws AppError NOT_FOUND for an unknown company, and for the deployment, whose keys are created at start
 */
export function createFirstKey(deps: CreateKeyDeps): (ctx: Ctx, use: WrappedUse) => Promise<void> {
  return async (ctx, use) => {
    await ensureMaster(deps, ctx, use.owner);
    await inOwnersScope(deps.db, use.owner, async (tx) => {
      const epoch = await shareActiveEpoch(tx);
      // Read under the lock that serialises the replacement of masters.
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
  /** Locked by the transaction, shared or exclusive. */
  readonly epoch: Epoch;
}

export interface AddVersionDeps {
  readonly store: Pick<KeyStore, 'wrap'>;
  readonly now: () => Date;
}

/** Generates, wraps and inserts one version. @returns undefined, without any effect, when it exists already */
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
 * The key is created before the row: no row references a missing key. After a lost race or an error the unused key is
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
  }).catch((error: unknown) => destroyUnusedKey(deps.store, made.reference, error));
  if (!isNew) await deps.store.destroy(made.reference);
}
