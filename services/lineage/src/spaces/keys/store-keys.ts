import { OpenedKeys } from '@pii-vault/platform/core/crypto/opened-keys';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { type OpenedKey, opened } from './opened-keys.ts';
import { OpenedRows } from './opened-rows.ts';

export type CryptoKeys = Pick<RpcClient<typeof KeysService>, 'openStoreKeys'>;

/** Keys for stored features and bucket members. They decrypt rows and cannot encode values. */
export interface StoreKeys {
  active(): Promise<OpenedKey>;
  version(version: number): Promise<OpenedKey>;
  /** Cache of records that were decrypted with them. */
  readonly rows: OpenedRows;
}

const OPEN_DEADLINE_MS = 5_000;

export function storeKeys(crypto: CryptoKeys, self: ModuleKit['self'], now?: () => number): StoreKeys {
  const keys = new OpenedKeys<'store', OpenedKey>(async () => {
    const answer = await crypto.openStoreKeys(self({ deadlineMs: OPEN_DEADLINE_MS }), { versions: [] });
    return answer.keys.map(opened);
  }, now);
  return {
    active: () => keys.active('store'),
    version: (version) => keys.version('store', version),
    rows: new OpenedRows(now),
  };
}
