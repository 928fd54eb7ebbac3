import { fieldTypeOfCode, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { POSTGRES_EPOCH_MS } from '@pii-vault/platform/postgres/postgres-epoch';
import { uuidText } from '@pii-vault/platform/postgres/uuid-text';
import { type ConsentEntry, REFUSALS, type Refusal } from '../consents/consent.ts';
import { type ConsentJson, consentEntriesOf } from '../consents/consents-store.ts';
import type { WrappedDataKey } from '../keys/envelope/data-key.ts';

export interface RevealRow {
  readonly item: number;
  readonly person: Buffer;
  readonly consents: ConsentJson[] | null;
}

const NO_CONSENTS: readonly ConsentEntry[] = [];

/**
 * A person as read by reveal_people, with the keys for its fields. A bulk reveal reads little of it, so the rest is
 * unpacked on demand. The layout is that of the SQL function opened_people.
 */
export class StoredPerson {
  readonly companyId: number;
  readonly individualId: number;
  /** Absent for a person that never had a field. */
  readonly dataKey: (WrappedDataKey & { readonly version: number }) | undefined;
  readonly fields: readonly StoredField[];
  /** The consent history, if requested. */
  readonly consents: readonly ConsentEntry[];
  readonly #packed: Buffer;

  constructor(
    { person, consents }: RevealRow,
    { companyId, individualId }: { companyId: number; individualId: number },
  ) {
    const version = person.readInt32BE(48);
    this.companyId = companyId;
    this.individualId = individualId;
    this.dataKey = version === 0 ? undefined : dataKeyOf(person, version);
    this.fields = fieldsOf(person, version === 0 ? 52 : 148);
    this.consents = consents === null ? NO_CONSENTS : consentEntriesOf(consents);
    this.#packed = person;
  }

  /** The person in list format: an Individual. */
  get id(): number {
    return this.individualId;
  }

  get masterKey(): string {
    return uuidText(this.#packed, 0);
  }

  get quality(): number {
    return this.#packed.readInt16BE(16);
  }

  get completeness(): number {
    return this.#packed.readInt16BE(18);
  }

  get recordVersion(): number {
    return int64At(this.#packed, 20);
  }

  get typeMask(): number {
    return this.#packed.readInt32BE(28);
  }

  get createdAt(): Date {
    return timeOf(int64At(this.#packed, 32));
  }

  get updatedAt(): Date {
    return timeOf(int64At(this.#packed, 40));
  }
}

/** An active field as read for a reveal or view. */
export class StoredField {
  readonly type: StoredType;
  readonly version: number;
  /** Why the purpose does not open it; undefined = covered, or a view. */
  readonly refusal: Refusal | undefined;
  /** The packed person; the field is at `#at`. */
  readonly #packed: Buffer;
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
    return this.#packed.subarray(this.#at + FIELD_HEAD_BYTES, endOf(this.#packed, this.#at));
  }
}

const FIELD_HEAD_BYTES = 40;

function fieldsOf(packed: Buffer, from: number): StoredField[] {
  const fields: StoredField[] = [];
  for (let at = from; at < packed.length; at = endOf(packed, at)) fields.push(new StoredField(packed, at));
  return fields;
}

function endOf(packed: Buffer, field: number): number {
  return field + FIELD_HEAD_BYTES + packed.readInt32BE(field + 36);
}

function dataKeyOf(person: Buffer, version: number) {
  return {
    version,
    fieldKeyVersion: person.readInt32BE(52),
    wrapped: person.subarray(56, 116),
    commitment: person.subarray(116, 148),
  };
}

/** A signed 64-bit number from two halves, without a BigInt; ids and times stay below 2^53. */
function int64At(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

function timeOf(microseconds: number): Date {
  return new Date(Math.trunc(microseconds / 1_000) + POSTGRES_EPOCH_MS);
}
