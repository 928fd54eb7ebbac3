import {
  FIELD_CODES,
  fieldTypeOfCode,
  type StoredType,
} from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { erased } from '../../errors.ts';
import type { WrappedDataKey } from '../../keys/envelope/data-key.ts';
import { NAMING_FROM, namedField } from '../ids/field-id.ts';

/** A field version with the columns needed to decrypt it. */
export interface SealedRow {
  readonly id: number;
  readonly individualId: number;
  readonly type: StoredType;
  readonly version: number;
  readonly consentSeq: number;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly endedAt?: Date;
  readonly retentionExpiry?: Date;
  /** Destruction time of a sealed version. */
  readonly shredAt?: Date;
  readonly ciphertext: Buffer;
  readonly dataKey: WrappedDataKey & { readonly version: number };
}

interface Row {
  id: number;
  individual_id: number;
  field_type: number;
  version: number;
  consent_seq: number;
  state: number;
  created_at: Date;
  ended_at: Date | null;
  retention_expiry: Date | null;
  shred_at: Date | null;
  ciphertext: Buffer;
  key_version: number;
  field_key_version: number;
  wrapped: Buffer;
  commitment: Buffer;
}

const SELECT = `SELECT f.id, f.individual_id, f.field_type, f.version, f.consent_seq, f.state, f.created_at, f.ended_at,
    f.retention_expiry, f.shred_at, f.ciphertext, k.version AS key_version, k.field_key_version, k.wrapped, k.commitment
  FROM individuals i
  JOIN data_keys k ON k.company_id = $1 AND k.individual_id = i.id AND k.version = i.data_key_version
  JOIN pii_fields f ON f.company_id = $1 AND f.individual_id = i.id
  WHERE i.company_id = $1 AND i.id = ANY ($2::bigint[])`;

/** Active fields of the wanted types, of people of one company. */
export async function readSealedFields(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
  types: number,
): Promise<SealedRow[]> {
  const rows = await tx.query<Row>(
    `${SELECT} AND i.sealed_at IS NULL AND f.state = 1 AND (1 << f.field_type) & $3::integer <> 0`,
    [companyId, individualIds, types],
  );
  return rows.map(sealedRowOf);
}

/**
 * Versions of one field, or all fields, of a person; newest first, sealed ones (and those of a sealed person) only with
 * `withSealed`.
 */
export async function readVersions(
  tx: Tx,
  companyId: number,
  individualId: number,
  options: { readonly type?: StoredType; readonly withSealed: boolean },
): Promise<SealedRow[]> {
  const rows = await tx.query<Row>(
    `${SELECT} AND ($3::smallint IS NULL OR f.field_type = $3) AND ($4::boolean OR (f.state <> 3 AND i.sealed_at IS NULL))
     ORDER BY f.field_type, f.version DESC`,
    [
      companyId,
      [individualId],
      options.type === undefined ? null : FIELD_CODES[options.type],
      options.withSealed,
    ],
  );
  return rows.map(sealedRowOf);
}

function sealedRowOf(row: Row): SealedRow {
  return {
    id: row.id,
    individualId: row.individual_id,
    type: fieldTypeOfCode(row.field_type),
    version: row.version,
    consentSeq: row.consent_seq,
    isActive: row.state === 1,
    createdAt: row.created_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.retention_expiry === null ? {} : { retentionExpiry: row.retention_expiry }),
    ...(row.shred_at === null ? {} : { shredAt: row.shred_at }),
    ciphertext: row.ciphertext,
    dataKey: {
      version: row.key_version,
      fieldKeyVersion: row.field_key_version,
      wrapped: row.wrapped,
      commitment: row.commitment,
    },
  };
}

/** Location of an active field. */
export interface FieldPlace {
  readonly companyId: number;
  readonly individualId: number;
  readonly type: StoredType;
}

/** Condition of the index pii_fields_by_id. */
const SEQUENCED = `f.id < ${NAMING_FROM}`;

interface PlaceRow {
  company_id: number;
  individual_id: number;
  field_type: number;
  record_version: number;
  is_erased: boolean;
}

/**
 * The field in the company, among those given, that has it; the external id is not addressed as a field.
 * @throws AppError FAILED_PRECONDITION ERASED
 */
export async function findField(
  tx: Tx,
  companies: readonly number[],
  fieldId: number,
): Promise<(FieldPlace & { readonly recordVersion: number }) | undefined> {
  const named = namedField(fieldId);
  const [row] = await tx.query<PlaceRow>(
    `SELECT f.company_id, f.individual_id, f.field_type, i.record_version, i.sealed_at IS NOT NULL AS is_erased
     FROM pii_fields f
     JOIN individuals i ON i.company_id = f.company_id AND i.id = f.individual_id
     WHERE f.id = $1 AND f.company_id = ANY ($2::bigint[]) AND f.state = 1 AND f.field_type < 10
       AND ${named === undefined ? SEQUENCED : 'f.individual_id = $3 AND f.field_type = $4'}`,
    [fieldId, companies, ...(named === undefined ? [] : [named.individualId, named.code])],
  );
  if (row === undefined) return undefined;
  if (row.is_erased) throw erased();
  return {
    companyId: row.company_id,
    individualId: row.individual_id,
    type: fieldTypeOfCode(row.field_type),
    recordVersion: row.record_version,
  };
}

/** Ends the active version: no role can read it, and the re-keying of the person destroys it. */
export async function sealField(
  tx: Tx,
  place: FieldPlace,
  times: { readonly sealedAt: Date; readonly shredAt: Date },
): Promise<void> {
  const name = [place.companyId, place.individualId, FIELD_CODES[place.type]];
  // Also ends the older versions of a deleted field.
  await tx.query(
    `UPDATE pii_fields SET state = 3, ended_at = coalesce(ended_at, $4), shred_at = $5
     WHERE company_id = $1 AND individual_id = $2 AND field_type = $3 AND shred_at IS NULL`,
    [...name, times.sealedAt, times.shredAt],
  );
  await tx.query(
    'DELETE FROM search_index WHERE company_id = $1 AND individual_id = $2 AND field_type = $3',
    name,
  );
}
