import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import { openKey } from '../../key-store/hierarchy/two-layer-wrap.ts';
import { type KeyStore, KeyStoreError } from '../../key-store/key-store.ts';
import { type OpenedKey, pickVersions, type WrappedKey, type WrappedUse } from './encryption-key.ts';
import { findLiveWrappedKeys, inOwnersScope } from './encryption-key-store.ts';
import { markUsed } from './key-version-store.ts';

export interface OpenKeysDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'unwrap'>;
  readonly now: () => Date;
  readonly createFirstKey: (ctx: Ctx, use: WrappedUse) => Promise<void>;
}

export interface OpenKeysInput {
  readonly use: WrappedUse;
  /** Empty: all live versions. */
  readonly versions: readonly number[];
}

/**
 * Opens the live versions of a key, ascending; the first call creates the key.
 * @throws AppError NOT_FOUND · UNAVAILABLE KEY_STORE_UNAVAILABLE · DATA_LOSS KEY_INTEGRITY | KEY_ABSENT
 */
export function openKeys(deps: OpenKeysDeps): (ctx: Ctx, input: OpenKeysInput) => Promise<OpenedKey[]> {
  const find = (use: WrappedUse) => inOwnersScope(deps.db, use.owner, (tx) => findLiveWrappedKeys(tx, use));
  return async (ctx, { use, versions }) => {
    let live = await find(use);
    if (live.length === 0) {
      await deps.createFirstKey(ctx, use);
      live = await find(use);
    }
    try {
      const opened = await openAll(deps.store, pickVersions(live, versions)).catch(async (error: unknown) => {
        if (!(error instanceof KeyStoreError && error.fault === 'absent')) throw error;
        // The epoch key or the previous master was destroyed after the row was read: read the new wrap.
        return openAll(deps.store, pickVersions(await find(use), versions));
      });
      await markFirstUse(deps, use, live);
      return opened;
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}

/** Opening the current version counts as its first use. */
async function markFirstUse(
  { db, now }: Pick<OpenKeysDeps, 'db' | 'now'>,
  use: WrappedUse,
  live: readonly WrappedKey[],
): Promise<void> {
  const pending = live.find((key) => key.isActive && !key.isUsed);
  if (pending !== undefined) await inOwnersScope(db, use.owner, (tx) => markUsed(tx, pending.keyId, now()));
}

async function openAll(store: OpenKeysDeps['store'], keys: readonly WrappedKey[]): Promise<OpenedKey[]> {
  const opened: OpenedKey[] = [];
  try {
    for (const key of keys) {
      const raw = await openKey(store, key.wrappers, key, key.wrapped);
      opened.push({ keyId: key.keyId, version: key.version, key: raw, isActive: key.isActive });
    }
    return opened;
  } catch (error) {
    for (const { key } of opened) key.fill(0);
    throw error;
  }
}
