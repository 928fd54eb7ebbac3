import { randomUUID } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { rotationRunning } from '../../errors.ts';
import { keyCreated, keyRotated } from '../../events.ts';
import type { KeyOwner } from '../../key-store/hierarchy/key-owner.ts';
import type { KeyDescription, KeyStore } from '../../key-store/key-store.ts';
import { destroyUnusedKey } from '../company-keys/destroy-unused-key.ts';
import { findLiveStoreKeys, inOwnersScope, insertKey } from '../company-keys/encryption-key-store.ts';
import { masterOf } from '../company-keys/key-uses.ts';
import { type KeyVersion, lockActiveVersion, replaceActiveKey } from '../company-keys/key-version-store.ts';
import { takeEpochLock } from '../epochs/epoch-store.ts';
import type { RotationCause } from './rotation.ts';
import { beginRotation, isRotating } from './rotation-store.ts';

export interface ReplaceMasterDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'generateKey' | 'destroy'>;
  readonly now: () => Date;
}

export interface ReplaceMasterInput {
  readonly owner: KeyOwner;
  readonly cause: RotationCause;
  /** Makes the effect idempotent for a repeated request; it stores the id of the rotation. */
  readonly once?: (tx: Tx, effect: () => Promise<number>) => Promise<number>;
}

/**
 * Short, because the lock is the deployment's: transactions of every company that add keys queue behind it. Reading
 * keys goes on.
 */
const LOCK_WAIT = `SET LOCAL lock_timeout = '5s'`;

/**
 * Makes a new key in the store the owner's current master. moveToMaster rewraps the keys of the previous one. The
 * exclusive lock keeps other transactions from adding keys under the previous master.
 * @returns the rotation's id
 * @throws AppError NOT_FOUND when the owner has no keys yet · FAILED_PRECONDITION ROTATION_RUNNING · ABORTED ·
 * KeyStoreError
 */
export async function replaceMaster(
  deps: ReplaceMasterDeps,
  ctx: Ctx,
  { owner, cause, once = (_tx, effect) => effect() }: ReplaceMasterInput,
): Promise<number> {
  const use = masterOf(owner);
  await inOwnersScope(deps.db, owner, async (tx) => {
    if ((await findLiveStoreKeys(tx, use)).length === 0) throw notFound();
  });
  // The key is created before the row.
  const made = await deps.store.generateKey('AES-256-GCM');
  let isUsed = false;
  const rotationId = await inOwnersScope(deps.db, owner, async (tx) => {
    await tx.query(LOCK_WAIT);
    await takeEpochLock(tx);
    return once(tx, async () => {
      isUsed = true;
      return replaceInRows(deps, tx, ctx, { owner, cause, made });
    });
  }).catch((error: unknown) => destroyUnusedKey(deps.store, made.reference, error));
  // A repeated request, which got the id of the first one's rotation.
  if (!isUsed) await deps.store.destroy(made.reference);
  return rotationId;
}

async function replaceInRows(
  deps: ReplaceMasterDeps,
  tx: Tx,
  ctx: Ctx,
  { owner, cause, made }: Pick<ReplaceMasterInput, 'owner' | 'cause'> & { readonly made: KeyDescription },
): Promise<number> {
  const use = masterOf(owner);
  const former: KeyVersion | undefined = await lockActiveVersion(tx, use);
  if (former === undefined) throw notFound();
  if (await isRotating(tx, use)) throw rotationRunning();
  const at = deps.now();
  const next = { ...use, keyId: randomUUID(), version: former.version + 1, createdAt: at };
  await replaceActiveKey(tx, former.keyId, at);
  const { algorithm, reference, publicKey } = made;
  if (!(await insertKey(tx, { ...next, algorithm, reference, publicKey })))
    throw new Error('the next version of the master exists already');
  const rotationId = await beginRotation(tx, { use, toVersion: next.version, cause, at });
  await tx.publishAll([...keyCreated(ctx, next), ...keyRotated(ctx, { ...next, rotationId, rotatedAt: at })]);
  return rotationId;
}
