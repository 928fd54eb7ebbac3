import type { ModuleKit } from '@pii-vault/platform/module/module';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { type OpenedKey, OpenedKeys } from './opened-keys.ts';
import { OpenedRows } from './opened-rows.ts';

export type CryptoKeys = Pick<RpcClient<typeof KeysServiceService>, 'openStoreKeys' | 'openTextKeys'>;

/** Keys of what lineage stores: features and bucket members. They decrypt rows and can encode nothing. */
export interface StoreKeys {
  active(): Promise<OpenedKey>;
  version(version: number): Promise<OpenedKey>;
  /** What was opened with them lately. */
  readonly rows: OpenedRows;
}

const OPEN_DEADLINE_MS = 5_000;

export function storeKeys(
  crypto: Pick<CryptoKeys, 'openStoreKeys'>,
  self: ModuleKit['self'],
  now?: () => number,
): StoreKeys {
  const keys = new OpenedKeys<'store'>(async () => {
    const answer = await crypto.openStoreKeys(self({ deadlineMs: OPEN_DEADLINE_MS }), { versions: [] });
    return answer.keys;
  }, now);
  return {
    active: () => keys.active('store'),
    version: (version) => keys.version('store', version),
    rows: new OpenedRows(now),
  };
}

/** Keys of free text that people write about links, by company. */
export interface TextKeys {
  active(companyId: number): Promise<OpenedKey>;
  version(companyId: number, version: number): Promise<OpenedKey>;
}

export function textKeys(
  crypto: Pick<CryptoKeys, 'openTextKeys'>,
  self: ModuleKit['self'],
  now?: () => number,
): TextKeys {
  return new OpenedKeys<number>(async (company) => {
    const ctx = self({ company, deadlineMs: OPEN_DEADLINE_MS });
    return (await crypto.openTextKeys(ctx, { companyId: BigInt(company), versions: [] })).keys;
  }, now);
}
