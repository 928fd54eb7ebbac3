import { FIELD_CODES, FIELD_TYPES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { constantMask } from '@pii-vault/platform/domain/field-types/mask';
import { arrayLiteral, endsOf } from '@pii-vault/platform/postgres/array-literal';
import type { Database } from '@pii-vault/platform/postgres/database';
import { inTrace } from '@pii-vault/platform/postgres/single-statement';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { REFUSALS } from '../consents/consent.ts';
import { type RevealRow, StoredPerson } from './stored-person.ts';

/** One person in one request. */
export interface RevealItem {
  readonly companyId: number;
  readonly individualId: number;
  /** Covered fields are revealed for it; absent for a masked view. */
  readonly purpose?: string;
  /** Wanted types as a mask (bitOf). */
  readonly types: number;
  /** Also returns consents, and decrypts refused fields for their mask, which is recorded as a view. */
  readonly wantsDetail: boolean;
  /** Encoded AuditEntry of the actor and the person; action, decision, ticket and field names are added. */
  readonly entryBase: Uint8Array;
}

/** Several people of one request, for one purpose. */
export interface RevealMany {
  readonly companyId: number;
  /** Without duplicates. */
  readonly individualIds: readonly number[];
  readonly purpose: string;
  /** Wanted types as a mask (bitOf). */
  readonly types: number;
  /** Encoded AuditEntry of the actor; person, action, decision, ticket and field names are added. */
  readonly entryBase: Uint8Array;
}

const REVEAL_PEOPLE = {
  name: 'reveal_people',
  text: `SELECT * FROM reveal_people(${inTrace('$14', '$1::bigint[]')}, $2::bigint[], $3::bigint[], $4::text[], $5::integer[], $6::boolean[],
    $7::boolean[], $8::integer[], $9::bytea, $10::integer, $11::bytea, $12::bytea, $13::bytea[])`,
};

const REVEAL_MANY = {
  name: 'reveal_many',
  text: `SELECT * FROM reveal_many(${inTrace('$10', '$1::bigint')}, $2::bigint[], $3::text, $4::integer, $5::bytea, $6::integer[], $7::bytea,
    $8::bytea, $9::bytea[])`,
};

const ALL: readonly StoredType[] = [...FIELD_TYPES, 'external_id'];
const CONSTANT_MASK = ALL.filter((type) => constantMask(type) !== null).reduce(
  (mask, type) => mask | (1 << FIELD_CODES[type]),
  0,
);
const REVEAL_ENDING = ending({ action: 'field_decrypt', decision: 'allowed', ticket: 'reveal' });
const VIEW_ENDING = ending({ action: 'field_view', decision: 'allowed', ticket: 'view' });
const REFUSED_ENDINGS = REFUSALS.slice(1).map((reason) =>
  ending({ action: 'field_decrypt', decision: 'refused', reason: reason ?? '', ticket: 'none' }),
);

/** Fields of an AuditEntry that, appended to an encoded one, override its values (in protobuf the last one wins). */
function ending(fields: Partial<AuditEntry>): Buffer {
  return Buffer.from(AuditEntry.encode(AuditEntry.fromPartial(fields)).finish());
}

/**
 * Reads the people and writes their audit entries in one autocommit statement: when it returns, the entries are
 * committed. The function sets the row-level security context of each company. In the order of `items`; undefined for a
 * person that the company does not hold.
 */
export async function readForReveal(
  db: Pick<Database, 'statement'>,
  items: readonly RevealItem[],
): Promise<(StoredPerson | undefined)[]> {
  const values = [
    arrayLiteral([...new Set(items.map((item) => item.companyId))].sort((a, b) => a - b)),
    arrayLiteral(items.map((item) => item.companyId)),
    arrayLiteral(items.map((item) => item.individualId)),
    items.map((item) => item.purpose ?? null),
    arrayLiteral(items.map((item) => item.types)),
    arrayLiteral(items.map((item) => item.purpose === undefined)),
    arrayLiteral(items.map((item) => item.wantsDetail)),
    arrayLiteral(endsOf(items.map((item) => item.entryBase))),
    Buffer.concat(items.map((item) => item.entryBase)),
    CONSTANT_MASK,
    REVEAL_ENDING,
    VIEW_ENDING,
    REFUSED_ENDINGS,
  ];
  const rows = await db.statement<RevealRow>({ ...REVEAL_PEOPLE, values }, { wroteOutbox: true });
  const people: (StoredPerson | undefined)[] = items.map(() => undefined);
  for (const row of rows) {
    const item = items[row.item - 1];
    if (item !== undefined) people[row.item - 1] = new StoredPerson(row, item);
  }
  return people;
}

/** The same for many people and one purpose. In the order of the ids; skips people not held. */
export async function readManyForReveal(
  db: Pick<Database, 'statement'>,
  { companyId, individualIds, purpose, types, entryBase }: RevealMany,
): Promise<StoredPerson[]> {
  const ids = individualIds.map(varint);
  const values = [
    companyId,
    arrayLiteral(individualIds),
    purpose,
    types,
    entryBase,
    arrayLiteral(endsOf(ids)),
    Buffer.concat(ids),
    REVEAL_ENDING,
    REFUSED_ENDINGS,
  ];
  const rows = await db.statement<RevealRow>({ ...REVEAL_MANY, values }, { wroteOutbox: true });
  return rows
    .sort((a, b) => a.item - b.item)
    .flatMap((row) => {
      const individualId = individualIds[row.item - 1];
      return individualId === undefined ? [] : [new StoredPerson(row, { companyId, individualId })];
    });
}

/** A positive number as protobuf writes it: seven bits a byte, the lowest first. */
function varint(number: number): Buffer {
  const bytes: number[] = [];
  let rest = number;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.of(...bytes, rest);
}
