import { fieldTypeOfCode, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ConsentEntry } from '../../consents/consent.ts';
import { type ConsentJson, consentEntriesOf, consentsAsJson } from '../../consents/consents-store.ts';
import type { WrappedDataKey } from '../../keys/envelope/data-key.ts';

/** The newest version of a field, active or not, which the next version follows. */
export interface HeldField {
  readonly type: StoredType;
  readonly id: number;
  readonly version: number;
  readonly isActive: boolean;
  readonly consentSeq: number;
  readonly mac: Buffer;
  readonly createdAt: Date;
  readonly retentionExpiry?: Date;
}

/** A person of the company, locked for the rest of the transaction. */
export interface LockedPerson {
  readonly individualId: number;
  readonly masterKey: string;
  readonly recordVersion: number;
  readonly quality: number;
  readonly createdAt: Date;
  readonly dataKey?: WrappedDataKey & { readonly version: number };
  readonly fields: ReadonlyMap<StoredType, HeldField>;
  readonly consents: readonly ConsentEntry[];
}

interface HeldRow {
  id: number;
  master_key: string;
  record_version: number;
  quality: number;
  created_at: Date;
  data_key_version: number | null;
  field_key_version: number | null;
  wrapped: Buffer | null;
  commitment: Buffer | null;
  fields: FieldJson[] | null;
  consents: ConsentJson[] | null;
}

interface FieldJson {
  type: number;
  id: number;
  version: number;
  state: number;
  consent: number;
  mac: string;
  created: string;
  retention: string | null;
}

/**
 * Locks people of one company, in id order so that two writers do not deadlock, and reads what a change needs. Skips
 * sealed and unknown ones. Two statements: the second sees what was committed while the first waited for its locks. The
 * lock on the field keys keeps the wrapping keys live.
 */
export async function lockPeople(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<ReadonlyMap<number, LockedPerson>> {
  if (individualIds.length === 0) return new Map();
  await tx.query(
    `SELECT id FROM individuals
     WHERE (SELECT hold_field_keys($1)) AND company_id = $1 AND id = ANY ($2::bigint[]) AND sealed_at IS NULL
     ORDER BY company_id, id FOR UPDATE`,
    [companyId, individualIds],
  );
  return await readPeople(tx, companyId, individualIds);
}

/** The same without locks: for people that the transaction only compares. */
export async function readPeople(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<ReadonlyMap<number, LockedPerson>> {
  if (individualIds.length === 0) return new Map();
  const rows = await tx.query<HeldRow>(
    `SELECT i.id, i.master_key, i.record_version, i.quality, i.created_at, k.version AS data_key_version, k.field_key_version,
       k.wrapped, k.commitment, ${consentsAsJson('i')} AS consents,
       (SELECT jsonb_agg(jsonb_build_object('type', f.field_type, 'id', f.id, 'version', f.version, 'state', f.state,
          'consent', f.consent_seq, 'mac', encode(f.value_mac, 'hex'), 'created', f.created_at, 'retention', f.retention_expiry))
        FROM (SELECT DISTINCT ON (field_type) * FROM pii_fields
              WHERE company_id = $1 AND individual_id = i.id ORDER BY field_type, version DESC) f) AS fields
     FROM individuals i
     LEFT JOIN data_keys k ON k.company_id = $1 AND k.individual_id = i.id AND k.version = i.data_key_version
     WHERE i.company_id = $1 AND i.id = ANY ($2::bigint[]) AND i.sealed_at IS NULL`,
    [companyId, individualIds],
  );
  return new Map(rows.map((row) => [row.id, heldPersonOf(row)]));
}

function heldPersonOf(row: HeldRow): LockedPerson {
  const fields = (row.fields ?? []).map(heldFieldOf);
  return {
    individualId: row.id,
    masterKey: row.master_key,
    recordVersion: row.record_version,
    quality: row.quality,
    createdAt: row.created_at,
    ...(row.wrapped === null ? {} : { dataKey: dataKeyOf(row) }),
    fields: new Map(fields.map((field) => [field.type, field])),
    consents: consentEntriesOf(row.consents),
  };
}

function dataKeyOf(row: HeldRow): WrappedDataKey & { version: number } {
  return {
    version: row.data_key_version ?? 0,
    fieldKeyVersion: row.field_key_version ?? 0,
    wrapped: row.wrapped ?? Buffer.alloc(0),
    commitment: row.commitment ?? Buffer.alloc(0),
  };
}

function heldFieldOf(json: FieldJson): HeldField {
  return {
    type: fieldTypeOfCode(json.type),
    id: json.id,
    version: json.version,
    isActive: json.state === 1,
    consentSeq: json.consent,
    mac: Buffer.from(json.mac, 'hex'),
    createdAt: new Date(json.created),
    ...(json.retention === null ? {} : { retentionExpiry: new Date(json.retention) }),
  };
}
