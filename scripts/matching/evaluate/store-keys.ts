import { type OpenedKey, openedKey } from '@pii-vault/lineage/keys/opened-keys';
import { OpenedRows } from '@pii-vault/lineage/keys/opened-rows';
import { STORE_KEY_VERSION } from './evaluated-scopes.ts';

/** Lineage's store keys; a run has one. */
export interface RunStoreKeys {
  readonly only: OpenedKey;
  active(): Promise<OpenedKey>;
  version(): Promise<OpenedKey>;
  readonly rows: OpenedRows;
}

/** @param key 32 bytes */
export function storeKeysOf(key: Uint8Array): RunStoreKeys {
  const only = openedKey(STORE_KEY_VERSION, true, Buffer.from(key));
  return { only, active: async () => only, version: async () => only, rows: new OpenedRows() };
}
