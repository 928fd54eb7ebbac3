import { OpenedKeys } from '@pii-vault/platform/core/crypto/opened-keys';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { type OpenedKey, opened } from './opened-keys.ts';
import { OpenedRows } from './opened-rows.ts';

export type CryptoKeys = Pick<RpcClient<typeof KeysServiceService>, 'openStoreKeys'>;

/** Keys of what lineage stores: features and bucket members. They decrypt rows and can encode nothing. */
export interface StoreKeys {
  active(): Promise<OpenedKey>;
  version(version: number): Promise<OpenedKey>;
  /** What was opened with them lately. */
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
