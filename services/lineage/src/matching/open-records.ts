import type { StoreKeys } from '../keys/store-keys.ts';
import type { Scope } from '../scopes/scope.ts';
import type { StoredRecord } from './records-store.ts';
import { openRecord, recordAad } from './sealed-record.ts';

/** A record with its features in the clear; they live as long as the batch. */
export interface OpenedRecord extends StoredRecord {
  readonly scope: Scope;
  /** As packed-record.ts lays it out. */
  readonly packed: Buffer;
}

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when a record was moved or changed, KEY_NOT_LIVE when its key is gone */
export async function openRecords(
  keys: StoreKeys,
  scopeOf: (spaceId: number) => Scope,
  records: readonly StoredRecord[],
): Promise<OpenedRecord[]> {
  const versions = [...new Set(records.map((record) => record.storeKeyVersion))];
  const keyOf = new Map(
    await Promise.all(
      versions.map(async (version) => [version, (await keys.version(version)).object] as const),
    ),
  );
  const aads = new Map<Scope, ReturnType<typeof recordAad>>();
  return records.map((record) => {
    const scope = scopeOf(record.spaceId);
    const aad = aads.get(scope) ?? recordAad(scope);
    aads.set(scope, aad);
    const key = keyOf.get(record.storeKeyVersion);
    if (key === undefined) throw new Error('every version was opened above');
    return { ...record, scope, packed: openRecord(key, aad(record), record.sealed) };
  });
}
