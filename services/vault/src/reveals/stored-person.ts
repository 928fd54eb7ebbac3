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
  readonly person: Buffer;
  readonly consents: ConsentJson[] | null;
}

/** The layout is that of migrations/0095_pack_revealed_people.sql. */
export function storedPersonOf(
  { person, consents }: RevealRow,
  { companyId, individualId }: { companyId: number; individualId: number },
): StoredPerson {
  const version = person.readInt32BE(48);
  const fieldsAt = version === 0 ? 52 : 148;
  return {
    companyId,
    individualId,
    masterKey: uuidOf(person),
    quality: person.readInt16BE(16),
    completeness: person.readInt16BE(18),
    recordVersion: int64At(person, 20),
    typeMask: person.readInt32BE(28),
    createdAt: timeOf(int64At(person, 32)),
    updatedAt: timeOf(int64At(person, 40)),
    ...(version === 0 ? {} : { dataKey: dataKeyOf(person, version) }),
    fields: unpackFields(person.subarray(fieldsAt)),
    consents: consentEntriesOf(consents),
  };
}

/** Usual text of the first 16 bytes. */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function dataKeyOf(person: Buffer, version: number) {
  return {
    version,
    fieldKeyVersion: person.readInt32BE(52),
    wrapped: person.subarray(56, 116),
    commitment: person.subarray(116, 148),
  };
}

/** Start of PostgreSQL's clock, 2000-01-01 UTC, in epoch ms. */
const POSTGRES_EPOCH_MS = 946_684_800_000;

function unpackFields(packed: Buffer): StoredField[] {
  const fields: StoredField[] = [];
  let at = 0;
  while (at < packed.length) {
    const retention = int64At(packed, at + 28);
    const end = at + 40 + packed.readInt32BE(at + 36);
    fields.push({
      id: int64At(packed, at),
      type: fieldTypeOfCode(packed.readInt16BE(at + 8)),
      version: packed.readInt32BE(at + 10),
      refusal: REFUSALS[packed.readInt16BE(at + 14)],
      consentSeq: packed.readInt32BE(at + 16),
      createdAt: timeOf(int64At(packed, at + 20)),
      ...(retention === 0 ? {} : { retentionExpiry: timeOf(retention) }),
      ciphertext: packed.subarray(at + 40, end),
    });
    at = end;
  }
  return fields;
}

/** A signed 64-bit number as two halves, without a BigInt on the way; ids and times stay below 2^53. */
function int64At(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

function timeOf(microseconds: number): Date {
  return new Date(Math.trunc(microseconds / 1_000) + POSTGRES_EPOCH_MS);
}
