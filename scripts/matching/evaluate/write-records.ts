import type { OpenedKey } from '@pii-vault/lineage/keys/opened-keys';
import { MEMBER_BYTES, type MemberCipher } from '@pii-vault/lineage/matching/bucket-members';
import { recordAad, sealRecord } from '@pii-vault/lineage/matching/sealed-record';
import { type CountedRecord, countValues } from '@pii-vault/lineage/matching/value-counts-store';
import { type FeatureColumns, hasKey, KEY_WORDS } from '@pii-vault/lineage/scoring/feature-columns';
import { packRow } from '@pii-vault/lineage/scoring/packed-record';
import type { Space } from '@pii-vault/lineage/spaces/space';
import {
  byteaArray,
  int8Array,
  int8ArrayOfWords,
  uuidArray,
} from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';

/** Records of one company whose features lie in rows `firstRow` and after, as many as there are ids. */
export interface NewRecords {
  readonly space: Space;
  readonly companyId: number;
  readonly individualIds: readonly number[];
  readonly versions: readonly number[];
  readonly columns: FeatureColumns;
  readonly firstRow: number;
}

export interface RecordKeys {
  readonly store: OpenedKey;
  /** Of the space's member key. */
  readonly cipher: MemberCipher;
}

/**
 * Writes records that the space does not have yet, with their bucket rows, in two statements whose arrays need no
 * text. At most some ten thousand at once.
 * @returns individuals that were there already, or are erased: nothing of them was written
 */
export async function insertRecords(tx: Tx, keys: RecordKeys, records: NewRecords): Promise<number[]> {
  const { space, companyId, individualIds, versions } = records;
  const sealed = sealAll(keys.store, records);
  const rows = await tx.query<{ individualId: number; recordId: number }>({
    name: 'match_records_insert',
    text: `INSERT INTO match_records (company_id, space_id, individual_id, version, sealed, store_key_version)
      SELECT $1::bigint, $2::int, i.individual_id, i.version, i.sealed, $3::int
      FROM unnest($4::bigint[], $5::bigint[], $6::bytea[]) AS i(individual_id, version, sealed)
      WHERE NOT EXISTS (SELECT FROM erased_individuals e
        WHERE e.company_id = $1 AND e.individual_id = i.individual_id)
      ORDER BY i.individual_id
      ON CONFLICT (company_id, space_id, individual_id) DO NOTHING
      RETURNING individual_id AS "individualId", record_id AS "recordId"`,
    values: [
      companyId,
      space.id,
      keys.store.version,
      int8Array(individualIds),
      int8Array(versions),
      byteaArray(sealed, sealed.length / individualIds.length),
    ],
  });
  const isWritten = new Set(rows.map(({ individualId }) => individualId));
  await countValues(tx, countedRecords(records, isWritten));
  const idOf = new Map(rows.map(({ individualId, recordId }) => [individualId, recordId]));
  await insertTokens(tx, keys.cipher, records, idOf);
  return individualIds.filter((id) => !idOf.has(id));
}

function sealAll(key: OpenedKey, { space, companyId, individualIds, versions, ...rows }: NewRecords): Buffer {
  const aadOf = recordAad(space.scope);
  return Buffer.concat(
    individualIds.map((individualId, at) => {
      const aad = aadOf({ companyId, individualId, version: versions[at] ?? 0 });
      return sealRecord(key, aad, packRow(rows.columns, rows.firstRow + at));
    }),
  );
}

function countedRecords(
  { space, individualIds, columns, firstRow }: NewRecords,
  isWritten: ReadonlySet<number>,
): CountedRecord[] {
  return individualIds.flatMap((individualId, at) =>
    isWritten.has(individualId)
      ? [{ spaceId: space.id, packed: packRow(columns, firstRow + at), by: 1 as const }]
      : [],
  );
}

async function insertTokens(
  tx: Tx,
  cipher: MemberCipher,
  records: NewRecords,
  idOf: ReadonlyMap<number, number>,
): Promise<void> {
  const { tokens, recordIds } = tokensOf(records, idOf);
  const order = orderOf(tokens);
  const blocks = Buffer.allocUnsafe(order.length * MEMBER_BYTES);
  const words = new Int32Array(blocks.buffer, blocks.byteOffset, blocks.length / 4);
  const high = new Int32Array(order.length);
  const low = new Int32Array(order.length);
  for (const [at, from] of order.entries()) {
    const recordId = recordIds[from] ?? 0;
    low[at] = tokens[2 * from] ?? 0;
    high[at] = tokens[2 * from + 1] ?? 0;
    words[4 * at] = recordId | 0;
    words[4 * at + 1] = Math.floor(recordId / 2 ** 32);
    words[4 * at + 2] = low[at] ?? 0;
    words[4 * at + 3] = high[at] ?? 0;
  }
  await tx.query({
    name: 'match_tokens_insert_packed',
    text: 'INSERT INTO match_tokens (token, member) SELECT * FROM unnest($1::bigint[], $2::uuid[])',
    values: [int8ArrayOfWords(high, low), uuidArray(cipher.seal(blocks))],
  });
}

/** Keys of the written records, low and high words, with the record of each. */
function tokensOf({ columns, firstRow, individualIds }: NewRecords, idOf: ReadonlyMap<number, number>) {
  const slots = KEY_WORDS / 2;
  const tokens = new Int32Array(individualIds.length * KEY_WORDS);
  const recordIds = new Float64Array(individualIds.length * slots);
  let count = 0;
  for (const [at, individualId] of individualIds.entries()) {
    const recordId = idOf.get(individualId);
    if (recordId === undefined) continue;
    const row = firstRow + at;
    for (let slot = 0; slot < slots; slot += 1) {
      if (!hasKey(columns, row, slot)) continue;
      tokens[2 * count] = columns.keys[row * KEY_WORDS + 2 * slot] ?? 0;
      tokens[2 * count + 1] = columns.keys[row * KEY_WORDS + 2 * slot + 1] ?? 0;
      recordIds[count] = recordId;
      count += 1;
    }
  }
  return { tokens: tokens.subarray(0, 2 * count), recordIds: recordIds.subarray(0, count) };
}

/** Low bits of a sort number, which hold the position; the bits above are from the token. */
const PLACES = 2 ** 20;

/** Positions sorted by the high word of their token: the order of rows must not reveal which record has a token. */
function orderOf(tokens: Int32Array): Uint32Array {
  const count = tokens.length / 2;
  if (count > PLACES) throw new RangeError('Too many records for one batch');
  const numbers = new Float64Array(count);
  for (let at = 0; at < count; at += 1) numbers[at] = ((tokens[2 * at + 1] ?? 0) >>> 0) * PLACES + at;
  return Uint32Array.from(numbers.sort(), (number) => number % PLACES);
}
