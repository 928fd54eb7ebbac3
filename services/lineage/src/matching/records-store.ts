import { IV_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';
import { byteaArray, int4Array, int8Array } from '@pii-vault/platform/postgres/binary-array';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedKey } from '../spaces/keys/opened-keys.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import type { Space } from '../spaces/space.ts';
import type { BucketColumns } from './bucket-rows.ts';

/** A record as stored. */
export interface StoredRecord {
  readonly recordId: number;
  readonly spaceId: number;
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
  readonly sealed: Buffer;
  readonly storeKeyVersion: number;
}

/** A stored record; without its ciphertext if the caller knows it. */
export interface FoundRecord extends Omit<StoredRecord, 'sealed'> {
  readonly sealed: Buffer | null;
}

export interface RecordName {
  readonly spaceId: number;
  readonly companyId: number;
  readonly individualId: number;
}

export interface NewRecord extends RecordName {
  /** A new id, used unless the record exists. */
  readonly recordId: number;
  readonly version: number;
  readonly sealed: Buffer;
}

/** Result of an upsert: the record's id, and the former content. */
export interface UpsertedRecord extends RecordName {
  readonly recordId: number;
  readonly oldVersion: number | null;
  readonly oldSealed: Buffer | null;
  readonly oldStoreKeyVersion: number | null;
}

/**
 * Writes records encrypted under one key. Keeps a newer stored version, and stores nothing for erased people.
 * @param tokens bucket rows by the ids of new records; rows of existing records are skipped
 */
export async function upsertRecords(
  tx: Tx,
  key: Pick<OpenedKey, 'version'>,
  records: readonly NewRecord[],
  tokens: BucketColumns,
): Promise<UpsertedRecord[]> {
  if (records.length === 0) return [];
  return tx.query<UpsertedRecord>({
    name: 'match_records_upsert',
    // Bucket rows are inserted in order of token, so that the order of the table discloses nothing about their records.
    text: `WITH written AS (
        INSERT INTO match_records AS r
          (company_id, space_id, individual_id, record_id, version, sealed, store_key_version)
        SELECT i.company_id, i.space_id, i.individual_id, i.record_id, i.version, i.sealed, $7
        FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])
          AS i(company_id, space_id, individual_id, record_id, version, sealed)
        WHERE NOT EXISTS (SELECT FROM erased_individuals e
          WHERE e.company_id = i.company_id AND e.individual_id = i.individual_id)
        ORDER BY i.company_id, i.space_id, i.individual_id
        ON CONFLICT (company_id, space_id, individual_id) DO UPDATE
          SET version = excluded.version, sealed = excluded.sealed, store_key_version = excluded.store_key_version
          WHERE r.version <= excluded.version
        RETURNING r.record_id, r.space_id, r.company_id, r.individual_id, old.version AS old_version,
          old.sealed AS old_sealed, old.store_key_version AS old_store_key_version
      ), added AS (
        INSERT INTO match_tokens (token, member)
        SELECT t.token, t.member FROM unnest($8::bigint[], $9::uuid[], $10::bigint[]) AS t(token, member, record_id)
        WHERE (t.record_id IN (SELECT record_id FROM written)) IS TRUE ORDER BY t.token
      )
      SELECT record_id AS "recordId", space_id AS "spaceId", company_id AS "companyId",
        individual_id AS "individualId", old_version AS "oldVersion", old_sealed AS "oldSealed",
        old_store_key_version AS "oldStoreKeyVersion" FROM written`,
    values: [
      int8Array(records.map((record) => record.companyId)),
      int4Array(records.map((record) => record.spaceId)),
      int8Array(records.map((record) => record.individualId)),
      int8Array(records.map((record) => record.recordId)),
      int8Array(records.map((record) => record.version)),
      // All of one length.
      byteaArray(Buffer.concat(records.map((record) => record.sealed)), records[0]?.sealed.length ?? 0),
      key.version,
      tokens.tokens,
      tokens.members,
      tokens.recordIds,
    ],
  });
}

const STORED = `r.record_id AS "recordId", r.space_id AS "spaceId", r.company_id AS "companyId",
  r.individual_id AS "individualId", r.version, r.sealed, r.store_key_version AS "storeKeyVersion"`;

/** Deletes the records of people in every space of a scope. */
export async function deleteRecords(
  tx: Tx,
  companyId: number,
  people: ReadonlyArray<{ readonly scope: Scope; readonly individualId: number }>,
): Promise<StoredRecord[]> {
  if (people.length === 0) return [];
  return tx.query<StoredRecord>({
    name: 'match_records_delete',
    text: `DELETE FROM match_records r
      USING unnest($2::text[], $3::bigint[]) AS g(scope, individual_id) JOIN match_spaces s USING (scope)
      WHERE r.company_id = $1 AND r.space_id = s.id AND r.individual_id = g.individual_id
      RETURNING ${STORED}`,
    values: [companyId, people.map(({ scope }) => scope), people.map(({ individualId }) => individualId)],
  });
}

/** Deletes up to `limit` records of a space. */
export async function deleteSomeRecords(tx: Tx, { id }: Space, limit: number): Promise<StoredRecord[]> {
  return tx.query<StoredRecord>(
    `DELETE FROM match_records r WHERE r.record_id IN
       (SELECT record_id FROM match_records WHERE space_id = $1 ORDER BY record_id LIMIT $2)
     RETURNING ${STORED}`,
    [id, limit],
  );
}

/** Records by name. */
export async function findRecords(tx: Tx, names: readonly RecordName[]): Promise<StoredRecord[]> {
  if (names.length === 0) return [];
  return tx.query<StoredRecord>({
    name: 'match_records_find',
    text: `SELECT ${STORED}
      FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS i(company_id, space_id, individual_id)
      CROSS JOIN LATERAL (SELECT * FROM match_records r WHERE r.company_id = i.company_id
        AND r.space_id = i.space_id AND r.individual_id = i.individual_id OFFSET 0) r`,
    values: [
      names.map((name) => name.companyId),
      names.map((name) => name.spaceId),
      names.map((name) => name.individualId),
    ],
  });
}

/** Records by id, without duplicates; without ciphertext if it still has the IV that `ivOf` returns. */
export async function recordsById(
  tx: Tx,
  recordIds: readonly number[],
  ivOf: (recordId: number) => Buffer | undefined,
): Promise<FoundRecord[]> {
  if (recordIds.length === 0) return [];
  const ivs = Buffer.concat(recordIds.map((recordId) => ivOf(recordId) ?? NO_IV));
  return tx.query({
    name: 'match_records_by_id',
    text: `SELECT ${STORED.replace('r.sealed', 'CASE WHEN substring(r.sealed FOR 12) = i.iv THEN NULL ELSE r.sealed END AS sealed')}
      FROM unnest($1::bigint[], $2::bytea[]) AS i(record_id, iv)
      CROSS JOIN LATERAL (SELECT * FROM match_records r WHERE r.record_id = i.record_id OFFSET 0) r`,
    values: [int8Array(recordIds), byteaArray(ivs, IV_BYTES)],
  });
}

const NO_IV = Buffer.alloc(IV_BYTES);
