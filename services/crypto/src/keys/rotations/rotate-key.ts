import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import { fromKeyStore, invalidRequest } from '../../errors.ts';
import { KEY_TYPES, type KeyOwner, type KeyType } from '../../key-store/hierarchy/key-owner.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import { backupKeyOf, fieldKeyOf } from '../company-keys/key-uses.ts';
import { shareEpochLock } from '../epochs/epoch-store.ts';
import { type ReplaceMasterDeps, replaceMaster } from './replace-master.ts';
import { replaceWrappedKey } from './replace-wrapped-key.ts';

export interface RotateKeyDeps extends ReplaceMasterDeps {
  readonly store: Pick<KeyStore, 'generateKey' | 'wrap' | 'destroy'>;
  /** Called when there is something to rewrap. */
  readonly wake: () => void;
}

export interface RotateKeyInput {
  readonly companyId: number;
  /** master | field | backup */
  readonly keyType: string;
}

/**
 * Replaces a key of a company, once per Idempotency-Key. Data under earlier versions is rewrapped afterwards.
 * @returns the rotation's id
 * @throws AppError INVALID_ARGUMENT · NOT_FOUND when there is no such key yet · ROTATION_RUNNING ·
 * KEY_STORE_UNAVAILABLE
 */
export function rotateKey(deps: RotateKeyDeps): (ctx: Ctx, input: RotateKeyInput) => Promise<number> {
  return async (ctx, { companyId, keyType: asked }) => {
    const keyType = KEY_TYPES.find((each) => each === asked);
    if (keyType === undefined) throw invalidRequest('keyType must be master, field or backup');
    try {
      const id = await replace(deps, ctx, companyId, keyType);
      deps.wake();
      return id;
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}

function replace(deps: RotateKeyDeps, ctx: Ctx, companyId: number, keyType: KeyType): Promise<number> {
  const owner: KeyOwner = { kind: 'company', companyId };
  const onceOnly = async (tx: Tx, effect: () => Promise<number>) => {
    const call = { companyId, route: 'RotateKey', parts: [String(companyId), keyType] };
    const made = await once(
      tx,
      ctx,
      call,
      async () => ({ id: await effect() }),
      async (id) => ({ id }),
    );
    return made.id;
  };
  if (keyType === 'master') return replaceMaster(deps, ctx, { owner, cause: 'request', once: onceOnly });
  const use = keyType === 'field' ? fieldKeyOf(companyId) : backupKeyOf(companyId);
  return deps.db.tenant({ companies: [companyId] }, async (tx) => {
    await shareEpochLock(tx);
    return onceOnly(tx, () => replaceWrappedKey(deps, tx, ctx, { use, cause: 'request' }));
  });
}
