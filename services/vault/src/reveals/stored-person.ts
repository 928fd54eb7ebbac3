import { type ConsentEntry, REFUSALS, type Refusal } from '../consents/consent.ts';
import { type ConsentJson, consentEntriesOf } from '../consents/consents-store.ts';
import type { WrappedDataKey } from '../envelope/data-key.ts';
import { fieldTypeOfCode, type StoredType } from '../field-types/field-type.ts';

/** An active field as read for a reveal or view. */
export interface StoredField {
  readonly id: number;
  readonly type: StoredType;
  readonly version: number;
  /** Why the purpose does not open it; undefined = covered, or a view. */
  readonly refusal: Refusal | undefined;
  readonly consentSeq: number;
  readonly createdAt: Date;
  readonly retentionExpiry?: Date;
  readonly ciphertext: Buffer;
}

/** A person as reveal_people found it, with what opens its fields. */
export interface StoredPerson {
  readonly companyId: number;
  readonly individualId: number;
  readonly masterKey: string;
  readonly quality: number;
  readonly completeness: number;
  readonly recordVersion: number;
  readonly typeMask: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Absent for a person that never had a field. */
  readonly dataKey?: WrappedDataKey & { readonly version: number };
  readonly fields: readonly StoredField[];
  /** The consent history, when asked for. */
  readonly consents: readonly ConsentEntry[];
}

export interface RevealRow {
  readonly item: number;
  readonly master_key: string;
  readonly quality: number;
  readonly completeness: number;
  readonly record_version: number;
  readonly type_mask: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly data_key_version: number | null;
  readonly field_key_version: number | null;
  readonly wrapped: Buffer | null;
  readonly commitment: Buffer | null;
  readonly fields: Buffer | null;
  readonly consents: ConsentJson[] | null;
}

export function storedPersonOf(
  row: RevealRow,
  name: { companyId: number; individualId: number },
): StoredPerson {
  const { wrapped, commitment, data_key_version: version, field_key_version: fieldKeyVersion } = row;
  const dataKey =
    wrapped === null || commitment === null || version === null || fieldKeyVersion === null
      ? undefined
      : { version, fieldKeyVersion, wrapped, commitment };
  return {
    companyId: name.companyId,
    individualId: name.individualId,
    masterKey: row.master_key,
    quality: row.quality,
    completeness: row.completeness,
    recordVersion: row.record_version,
    typeMask: row.type_mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(dataKey === undefined ? {} : { dataKey }),
    fields: row.fields === null ? [] : unpackFields(row.fields),
    consents: consentEntriesOf(row.consents),
  };
}

/** Start of PostgreSQL's clock, 2000-01-01 UTC, in epoch ms. */
const POSTGRES_EPOCH_MS = 946_684_800_000;

/** The layout is that of migrations/0003_reveal_people.sql. */
function unpackFields(packed: Buffer): StoredField[] {
  const fields: StoredField[] = [];
  let at = 0;
  while (at < packed.length) {
    const retention = packed.readBigInt64BE(at + 28);
    const end = at + 40 + packed.readInt32BE(at + 36);
    fields.push({
      id: Number(packed.readBigInt64BE(at)),
      type: fieldTypeOfCode(packed.readInt16BE(at + 8)),
      version: packed.readInt32BE(at + 10),
      refusal: REFUSALS[packed.readInt16BE(at + 14)],
      consentSeq: packed.readInt32BE(at + 16),
      createdAt: timeOf(packed.readBigInt64BE(at + 20)),
      ...(retention === 0n ? {} : { retentionExpiry: timeOf(retention) }),
      ciphertext: packed.subarray(at + 40, end),
    });
    at = end;
  }
  return fields;
}

function timeOf(microseconds: bigint): Date {
  return new Date(Number(microseconds / 1000n) + POSTGRES_EPOCH_MS);
}
