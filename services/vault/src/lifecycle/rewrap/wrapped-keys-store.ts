import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ImportName } from '../../imports/import-key.ts';
import type { DataKeyName, WrappedDataKey } from '../../keys/envelope/data-key.ts';
import { CHUNK } from './rewrap.ts';

export interface StoredDataKey {
  readonly name: DataKeyName;
  readonly stored: WrappedDataKey;
}

interface DataKeyRow {
  individual_id: number;
  version: number;
  field_key_version: number;
  wrapped: Buffer;
  commitment: Buffer;
}

/** The current wrap of one data key. */
export async function readDataKey(tx: Tx, name: DataKeyName): Promise<WrappedDataKey | undefined> {
  const [row] = await tx.query<DataKeyRow>(
    `SELECT field_key_version, wrapped, commitment FROM data_keys
     WHERE company_id = $1 AND individual_id = $2 AND version = $3`,
    [name.companyId, name.individualId, name.version],
  );
  return row && wrapOf(row);
}

const wrapOf = (row: Pick<DataKeyRow, 'field_key_version' | 'wrapped' | 'commitment'>): WrappedDataKey => ({
  fieldKeyVersion: row.field_key_version,
  wrapped: row.wrapped,
  commitment: row.commitment,
});

/**
 * The next data keys of the company under a version below `belowVersion`, in the order of the primary key: an index by
 * field-key version would scan the dead entries of every earlier chunk.
 */
export async function readFormerDataKeys(
  tx: Tx,
  after: DataKeyName,
  belowVersion: number,
): Promise<StoredDataKey[]> {
  const { companyId } = after;
  const rows = await tx.query<DataKeyRow>(
    `SELECT individual_id, version, field_key_version, wrapped, commitment FROM data_keys
     WHERE company_id = $1 AND (individual_id, version) > ($2, $3) AND field_key_version < $4
     ORDER BY company_id, individual_id, version LIMIT $5`,
    [companyId, after.individualId, after.version, belowVersion, CHUNK],
  );
  return rows.map((row) => ({
    name: { companyId, individualId: row.individual_id, version: row.version },
    stored: wrapOf(row),
  }));
}

export interface MovedDataKey extends StoredDataKey {
  readonly next: WrappedDataKey;
}

/** Bytes of a wrap with its commitment, in the packed parameter. */
const PACKED = 92;

/**
 * Replaces the wraps that have not changed since they were read; returns their number. Skips a person re-keyed
 * meanwhile.
 */
export async function replaceDataKeys(tx: Tx, keys: readonly MovedDataKey[]): Promise<number> {
  const rows = await tx.query(
    `UPDATE data_keys k SET field_key_version = n.next,
       wrapped = substring($6::bytea FROM (n.i::integer - 1) * ${PACKED} + 1 FOR 60),
       commitment = substring($6::bytea FROM (n.i::integer - 1) * ${PACKED} + 61 FOR 32)
     FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[])
       WITH ORDINALITY AS n(individual, version, former, next, i)
     WHERE k.company_id = $1 AND k.individual_id = n.individual AND k.version = n.version
       AND k.field_key_version = n.former
     RETURNING k.version`,
    [
      keys[0]?.name.companyId,
      keys.map(({ name }) => name.individualId),
      keys.map(({ name }) => name.version),
      keys.map(({ stored }) => stored.fieldKeyVersion),
      keys.map(({ next }) => next.fieldKeyVersion),
      Buffer.concat(keys.flatMap(({ next }) => [next.wrapped, next.commitment])),
    ],
  );
  return rows.length;
}

export interface StoredImportKey {
  readonly name: ImportName;
  readonly fieldKeyVersion: number;
  readonly wrapped: Buffer;
}

/** Keys of unfinished imports under a version below `belowVersion`. */
export async function readFormerImportKeys(
  tx: Tx,
  companyId: number,
  belowVersion: number,
): Promise<StoredImportKey[]> {
  const rows = await tx.query<{ id: number; field_key_version: number; wrapped_key: Buffer }>(
    `SELECT id, field_key_version, wrapped_key FROM imports
     WHERE company_id = $1 AND field_key_version < $2 ORDER BY company_id, id LIMIT $3`,
    [companyId, belowVersion, CHUNK],
  );
  return rows.map((row) => ({
    name: { companyId, importId: row.id },
    fieldKeyVersion: row.field_key_version,
    wrapped: row.wrapped_key,
  }));
}

/** Replaces the wrap if it has not changed since it was read; an ended import has none. */
export async function replaceImportKey(
  tx: Tx,
  key: StoredImportKey,
  next: { readonly version: number; readonly wrapped: Buffer },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE imports SET field_key_version = $4, wrapped_key = $5
     WHERE company_id = $1 AND id = $2 AND field_key_version = $3 RETURNING id`,
    [key.name.companyId, key.name.importId, key.fieldKeyVersion, next.version, next.wrapped],
  );
  return rows.length > 0;
}
