import { FIELD_CODES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { DataKeyName, WrappedDataKey } from '../../keys/envelope/data-key.ts';

/**
 * Locks the person and keeps the company's live field keys live. @returns the version of its data key, undefined
 * without one. Includes sealed people: what was deleted before the erasure is destroyed at its own time
 */
export async function holdDataKey(
  tx: Tx,
  companyId: number,
  individualId: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ data_key_version: number }>(
    `SELECT data_key_version FROM individuals
     WHERE (SELECT hold_field_keys($1)) AND company_id = $1 AND id = $2 AND data_key_version > 0 FOR UPDATE`,
    [companyId, individualId],
  );
  return row?.data_key_version;
}

export interface ResealedRow {
  readonly fieldType: StoredType;
  readonly version: number;
  readonly ciphertext: Buffer;
  readonly mac: Buffer;
}

/** Stores the new key and the re-encrypted versions; deletes every other version and every older key of the person. */
export async function replaceDataKey(
  tx: Tx,
  name: DataKeyName,
  key: WrappedDataKey,
  rows: readonly ResealedRow[],
): Promise<void> {
  const { companyId, individualId, version } = name;
  const person = [companyId, individualId];
  const kept = [rows.map((row) => FIELD_CODES[row.fieldType]), rows.map((row) => row.version)];
  await tx.query(
    `DELETE FROM pii_fields f WHERE company_id = $1 AND individual_id = $2
       AND NOT EXISTS (SELECT FROM unnest($3::integer[], $4::integer[]) AS k(type, version)
                       WHERE k.type = f.field_type AND k.version = f.version)`,
    [...person, ...kept],
  );
  await tx.query(
    `DELETE FROM field_contexts c WHERE company_id = $1 AND individual_id = $2
       AND NOT EXISTS (SELECT FROM unnest($3::integer[], $4::integer[]) AS k(type, version)
                       WHERE k.type = c.field_type AND k.version = c.version)`,
    [...person, ...kept],
  );
  await tx.query(
    `UPDATE pii_fields f SET ciphertext = n.ciphertext, value_mac = n.mac
     FROM unnest($3::integer[], $4::integer[], $5::bytea[], $6::bytea[]) AS n(type, version, ciphertext, mac)
     WHERE f.company_id = $1 AND f.individual_id = $2 AND f.field_type = n.type AND f.version = n.version`,
    [...person, ...kept, rows.map((row) => row.ciphertext), rows.map((row) => row.mac)],
  );
  await tx.query('DELETE FROM data_keys WHERE company_id = $1 AND individual_id = $2', person);
  await tx.query(
    `INSERT INTO data_keys (company_id, individual_id, version, field_key_version, wrapped, commitment)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [...person, version, key.fieldKeyVersion, key.wrapped, key.commitment],
  );
  await tx.query('UPDATE individuals SET data_key_version = $3 WHERE company_id = $1 AND id = $2', [
    ...person,
    version,
  ]);
}

/** People with versions that are due, at most `limit`; over all companies, so under the system role. */
export async function findDue(
  tx: Tx,
  at: Date,
  limit: number,
): Promise<{ companyId: number; individualId: number }[]> {
  const rows = await tx.query<{ company_id: number; individual_id: number }>(
    `SELECT DISTINCT company_id, individual_id FROM (
       SELECT company_id, individual_id FROM pii_fields WHERE shred_at <= $1 ORDER BY shred_at LIMIT $2) due`,
    [at, limit],
  );
  return rows.map((row) => ({ companyId: row.company_id, individualId: row.individual_id }));
}
