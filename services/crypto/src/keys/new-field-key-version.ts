import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { holdEpoch } from '../epochs/epoch-store.ts';
import { fromKeyStore } from '../errors.ts';
import { keyRotated } from '../events.ts';
import { type AddVersionDeps, addVersion } from './create-key.ts';
import type { OpenedKey, WrappedUse } from './encryption-key.ts';
import {
  findLiveStoreKeys,
  inOwnersScope,
  lockFieldKeyVersion,
  replaceActiveKey,
} from './encryption-key-store.ts';
import { fieldKeyOf, masterOf } from './key-uses.ts';
import type { OpenKeysInput } from './open-keys.ts';

export interface NewFieldKeyVersionDeps extends AddVersionDeps {
  readonly db: Database;
  readonly openKeys: (ctx: Ctx, input: OpenKeysInput) => Promise<OpenedKey[]>;
}

export interface NewFieldKeyVersionInput {
  readonly companyId: number;
  readonly replacesVersion: number;
}

/**
 * Replaces the active field key of a company, unless another version than the named one is active, and
 * opens the active one.
 */
export function newFieldKeyVersion(
  deps: NewFieldKeyVersionDeps,
): (ctx: Ctx, input: NewFieldKeyVersionInput) => Promise<OpenedKey> {
  return async (ctx, input) => {
    const use = fieldKeyOf(input.companyId);
    await replace(deps, ctx, use, input).catch((error: unknown) => {
      throw fromKeyStore(error);
    });
    let active: OpenedKey | undefined;
    for (const key of await deps.openKeys(ctx, { use, versions: [] })) {
      if (key.isActive) active = key;
      else key.key.fill(0);
    }
    if (active === undefined)
      throw new AppError('INTERNAL', 'NO_ACTIVE_KEY', 'Something went wrong on our side');
    return active;
  };
}

function replace(
  deps: NewFieldKeyVersionDeps,
  ctx: Ctx,
  use: WrappedUse,
  { companyId, replacesVersion }: NewFieldKeyVersionInput,
): Promise<void> {
  return inOwnersScope(deps.db, use.owner, async (tx) => {
    const epoch = await holdEpoch(tx);
    const locked = await lockFieldKeyVersion(tx, companyId, replacesVersion);
    if (locked?.status !== 'active') return;
    const master = (await findLiveStoreKeys(tx, masterOf(use.owner))).find((key) => key.isActive);
    if (master === undefined) throw new Error('a company with a field key has no master key');
    await replaceActiveKey(tx, locked.keyId, deps.now());
    const added = await addVersion(deps, tx, ctx, { use, version: replacesVersion + 1, master, epoch });
    if (added === undefined) throw new Error('the next field-key version exists already');
    await tx.publish(keyRotated(ctx, added));
  });
}
