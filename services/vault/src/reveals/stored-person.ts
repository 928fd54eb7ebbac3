import { fieldTypeOfCode, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { POSTGRES_EPOCH_MS } from '@pii-vault/platform/postgres/postgres-epoch';
import { type ConsentEntry, REFUSALS, type Refusal } from '../consents/consent.ts';
import { type ConsentJson, consentEntriesOf } from '../consents/consents-store.ts';
import type { WrappedDataKey } from '../keys/envelope/data-key.ts';

/** A person as read for a reveal or view, with the key of its fields; also an Individual, as lists have them. */
export interface StoredPerson {
  readonly companyId: number;
  readonly individualId: number;
  /** The same as individualId. */
  readonly id: number;
  readonly masterKey: string;
  readonly quality: number;
  readonly completeness: number;
  readonly recordVersion: number;
  readonly typeMask: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Absent for a person that never had a field. */
  readonly dataKey: (WrappedDataKey & { readonly version: number }) | undefined;
  /** The active ones, by type. */
  readonly fields: readonly StoredField[];
  /** The consent history, if requested. */
  readonly consents: readonly ConsentEntry[];
}

/** A row of the SQL function reveal_people. */
export interface RevealRow {
  readonly item: number;
  readonly master_key: string;
  readonly quality: number;
  readonly completeness: number;
  readonly record_version: number;
  readonly type_mask: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** 0 for a person that never had a field; then the other columns of the key are empty. */
  readonly key_version: number;
  readonly field_key_version: number;
  readonly wrapped: Buffer;
  readonly commitment: Buffer;
  readonly fields: Buffer | null;
  readonly consents: ConsentJson[] | null;
}

export function storedPerson(
  row: RevealRow,
  { companyId, individualId }: { readonly companyId: number; readonly individualId: number },
): StoredPerson {
  const { key_version: version, field_key_version: fieldKeyVersion, wrapped, commitment } = row;
  return {
    companyId,
    individualId,
    id: individualId,
    masterKey: row.master_key,
    quality: row.quality,
    completeness: row.completeness,
    recordVersion: row.record_version,
    typeMask: row.type_mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    dataKey: version === 0 ? undefined : { version, fieldKeyVersion, wrapped, commitment },
    fields: row.fields === null ? [] : fieldsOf(row.fields),
    consents: consentEntriesOf(row.consents),
  };
}

/**
 * An active field as read for a reveal or view. The fields of a person come as one value, whose layout reveal_people
 * describes, and a bulk reveal reads little of it, so the rest is unpacked on demand (decision 0098).
 */
export class StoredField {
  readonly type: StoredType;
  readonly version: number;
  /** Why the purpose does not open it; undefined = covered, or a view. */
  readonly refusal: Refusal | undefined;
  readonly #packed: Buffer;
  /** Where the field begins in `#packed`. */
  readonly #at: number;

  constructor(packed: Buffer, at: number) {
    this.type = fieldTypeOfCode(packed.readInt16BE(at + 8));
    this.version = packed.readInt32BE(at + 10);
    this.refusal = REFUSALS[packed.readInt16BE(at + 14)];
    this.#packed = packed;
    this.#at = at;
  }

  get id(): number {
    return int64At(this.#packed, this.#at);
  }

  get consentSeq(): number {
    return this.#packed.readInt32BE(this.#at + 16);
  }

  get createdAt(): Date {
    return timeOf(int64At(this.#packed, this.#at + 20));
  }

  get retentionExpiry(): Date | undefined {
    const retention = int64At(this.#packed, this.#at + 28);
    return retention === 0 ? undefined : timeOf(retention);
  }

  get ciphertext(): Buffer {
    return this.#packed.subarray(this.#at + HEAD_BYTES, endOf(this.#packed, this.#at));
  }
}

const HEAD_BYTES = 40;

function fieldsOf(packed: Buffer): StoredField[] {
  const fields: StoredField[] = [];
  for (let at = 0; at < packed.length; at = endOf(packed, at)) fields.push(new StoredField(packed, at));
  return fields;
}

function endOf(packed: Buffer, field: number): number {
  return field + HEAD_BYTES + packed.readInt32BE(field + 36);
}

/** A signed 64-bit number from two halves, without a BigInt; ids and times stay below 2^53. */
function int64At(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

function timeOf(microseconds: number): Date {
  return new Date(Math.trunc(microseconds / 1_000) + POSTGRES_EPOCH_MS);
}
