import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { rotationRunning } from '../../errors.ts';
import { keyRotated } from '../../events.ts';
import { type AddVersionDeps, addVersion } from '../company-keys/create-key.ts';
import type { WrappedUse } from '../company-keys/encryption-key.ts';
import { findLiveStoreKeys } from '../company-keys/encryption-key-store.ts';
import { masterOf } from '../company-keys/key-uses.ts';
import { disableKey, lockActiveVersion, replaceActiveKey } from '../company-keys/key-version-store.ts';
import { shareActiveEpoch } from '../epochs/epoch-store.ts';
import type { RotationCause } from './rotation.ts';
import { beginRotation, endRotation, isRotating } from './rotation-store.ts';

/**
 * Creates the next version of a field or backup key and makes it current; earlier versions stay readable.
 * @returns the rotation's id
 * @throws AppError NOT_FOUND when there is no such key yet · FAILED_PRECONDITION ROTATION_RUNNING · KeyStoreError
 */
export async function replaceWrappedKey(
  deps: AddVersionDeps,
  tx: Tx,
  ctx: Ctx,
  { use, cause }: { readonly use: WrappedUse; readonly cause: RotationCause },
): Promise<number> {
  const epoch = await shareActiveEpoch(tx);
  const current = await lockActiveVersion(tx, use);
  if (current === undefined) throw notFound();
  if (await isRotating(tx, use)) throw rotationRunning();
  const master = (await findLiveStoreKeys(tx, masterOf(use.owner))).find((key) => key.isActive);
  if (master === undefined) throw new Error('the owner of a wrapped key has no master key');
  const at = deps.now();
  await replaceActiveKey(tx, current.keyId, at);
  const added = await addVersion(deps, tx, ctx, { use, version: current.version + 1, master, epoch });
  if (added === undefined) throw new Error('the next key version exists already');
  const rotationId = await beginRotation(tx, { use, toVersion: added.version, cause, at });
  await tx.publishAll(keyRotated(ctx, { ...added, rotationId, rotatedAt: at }));
  if (use.purpose === 'backup') {
    // Archives stay under the key that encrypted them: there is nothing to rewrap.
    await endRotation(tx, use, at);
    if (!current.isUsed) await disableKey(tx, current.keyId, at);
  }
  return rotationId;
}
