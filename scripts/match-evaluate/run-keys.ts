import { openedKey } from '@pii-vault/lineage/keys/opened-keys';
import { OpenedRows } from '@pii-vault/lineage/keys/opened-rows';
import { STORE_KEY_VERSION } from './evaluated-scopes.ts';

/** Lineage's store keys, of which a run has one. @param key 32 bytes */
export function runKeys(key: Uint8Array) {
  const storeKey = openedKey(STORE_KEY_VERSION, true, Buffer.from(key));
  return {
    storeKey,
    active: async () => storeKey,
    version: async () => storeKey,
    rows: new OpenedRows(),
  };
}
