import type { KeyObject } from 'node:crypto';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedRow } from '../spaces/keys/opened-rows.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import { type FoundRecord, recordsById, type StoredRecord } from './records-store.ts';
import { openRecord, recordAad } from './sealed-record.ts';
import { yieldBetweenSlices } from './time-slices.ts';

/** A record with its decrypted features. */
export interface OpenedRecord extends Omit<StoredRecord, 'sealed'> {
  readonly scope: Scope;
  /** In the format of packed-record.ts; read-only. */
  readonly packed: Buffer;
}

/**
 * @throws AppError DATA_LOSS SEALED_INTEGRITY when a record was moved or changed, KEY_NOT_LIVE when its key was
 * destroyed
 */
export async function openRecords(
  keys: StoreKeys,
  scopeOf: (spaceId: number) => Scope,
  records: readonly StoredRecord[],
): Promise<OpenedRecord[]> {
  const keyOf = new Map<number, KeyObject>();
  for (const version of new Set(records.map((record) => record.storeKeyVersion)))
    keyOf.set(version, (await keys.version(version)).object);
  const aads = new Map<Scope, ReturnType<typeof recordAad>>();
  const opened: OpenedRecord[] = [];
  const turn = yieldBetweenSlices();
  for (const { sealed, ...record } of records) {
    const scope = scopeOf(record.spaceId);
    const aad = aads.get(scope) ?? recordAad(scope);
    aads.set(scope, aad);
    const key = keyOf.get(record.storeKeyVersion);
    if (key === undefined) throw new Error('every version was opened above');
    const packed = openRecord(key, aad(record), sealed);
    keys.rows.keep(record.recordId, sealed, packed);
    opened.push({ ...record, scope, packed });
    await turn();
  }
  return opened;
}

/** Records by id. Those decrypted recently come without their ciphertext if they are unchanged. */
export async function openById(
  tx: Tx,
  keys: StoreKeys,
  scopeOf: (spaceId: number) => Scope,
  recordIds: readonly number[],
): Promise<OpenedRecord[]> {
  const known = new Map<number, OpenedRow>();
  for (const recordId of recordIds) {
    const row = keys.rows.find(recordId);
    if (row !== undefined) known.set(recordId, row);
  }
  const found = await recordsById(tx, recordIds, (recordId) => known.get(recordId)?.iv);
  return openFound(keys, scopeOf, found, known);
}

/** @param known the decrypted records of those that come without ciphertext */
export async function openFound(
  keys: StoreKeys,
  scopeOf: (spaceId: number) => Scope,
  found: readonly FoundRecord[],
  known: ReadonlyMap<number, OpenedRow>,
): Promise<OpenedRecord[]> {
  const closed: StoredRecord[] = [];
  const opened: OpenedRecord[] = [];
  for (const { sealed, ...record } of found) {
    const packed = known.get(record.recordId)?.packed;
    if (sealed !== null) closed.push({ ...record, sealed });
    else if (packed !== undefined) opened.push({ ...record, packed, scope: scopeOf(record.spaceId) });
  }
  return [...opened, ...(await openRecords(keys, scopeOf, closed))];
}
