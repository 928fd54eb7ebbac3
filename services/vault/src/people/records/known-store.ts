import { FIELD_CODES, type FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { NamedStatement, Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedKey } from '../../keys/company-keys/opened-keys.ts';
import { mailboxHandle, searchHandle } from '../search/blind-index.ts';
import type { ErasedTraits } from './erased-traits.ts';

/** Values by which a person is known again without its external id. Their handles are stored for the search. */
export const IDENTIFIERS = ['aadhaar', 'pan', 'phone', 'email'] as const satisfies readonly FieldType[];
export type Identifier = (typeof IDENTIFIERS)[number];

export interface IdentifierHandle {
  readonly type: Identifier;
  readonly keyVersion: number;
  readonly handle: Buffer;
}

/** Handles of a record's identifiers under each live version of the index key. */
export function identifierHandles(
  keys: readonly OpenedKey[],
  values: ReadonlyMap<FieldType, string>,
): IdentifierHandle[] {
  return IDENTIFIERS.flatMap((type) => {
    const value = values.get(type);
    if (value === undefined) return [];
    return keys.flatMap(({ key, version }) => {
      const handles = [searchHandle(key, type, value), mailboxHandle(key, type, value)];
      return handles.flatMap((handle) => (handle === null ? [] : [{ type, keyVersion: version, handle }]));
    });
  });
}

/** A person who has one or more of a record's identifiers. */
export interface Holder {
  readonly individualId: number;
  readonly isErased: boolean;
  /** Its history has a withdrawal, of any purpose. */
  readonly hasWithdrawn: boolean;
  readonly shared: ReadonlySet<Identifier>;
}

export interface KnownQuery {
  readonly companyId: number;
  readonly handles: readonly IdentifierHandle[];
}

interface HolderRow {
  readonly n: number;
  readonly holder: number;
  readonly withdrew: boolean;
}

/** The holders for each record, at most 50 living and 50 erased ones per handle (known_holders.sql). */
export async function findKnownHolders(
  run: (statement: NamedStatement) => Promise<HolderRow[]>,
  records: readonly KnownQuery[],
): Promise<Holder[][]> {
  const asked = records.flatMap(({ companyId, handles }, record) =>
    handles.map((one) => ({ ...one, companyId, record })),
  );
  const found = records.map(() => new Map<number, Holder & { readonly shared: Set<Identifier> }>());
  if (asked.length === 0) return records.map(() => []);
  const rows = await run({
    name: 'known_holders',
    text: 'SELECT n, holder, withdrew FROM known_holders($1::bigint[], $2::integer[], $3::integer[], $4::bytea[])',
    values: [
      arrayLiteral(asked.map(({ companyId }) => companyId)),
      arrayLiteral(asked.map(({ type }) => FIELD_CODES[type])),
      arrayLiteral(asked.map(({ keyVersion }) => keyVersion)),
      asked.map(({ handle }) => handle),
    ],
  });
  for (const { n, holder, withdrew } of rows) {
    const { record, type } = asked[n - 1] ?? {};
    const holders = record === undefined ? undefined : found[record];
    if (holders === undefined || type === undefined) continue;
    const known = holders.get(holder);
    if (known !== undefined) known.shared.add(type);
    else {
      const person = { individualId: Math.abs(holder), isErased: holder < 0, hasWithdrawn: withdrew };
      holders.set(holder, { ...person, shared: new Set([type]) });
    }
  }
  return found.map((holders) => [...holders.values()]);
}

/** A living person and an erased one, as a key. */
export const pairOf = (
  living: { readonly individualId: number },
  erased: { readonly individualId: number },
): string => `${living.individualId}:${erased.individualId}`;

/** The pairs of a living and an erased person who share an identifier already. */
export async function readReturned(
  tx: Tx,
  companyId: number,
  living: readonly number[],
  erased: readonly number[],
): Promise<ReadonlySet<string>> {
  if (living.length === 0 || erased.length === 0) return new Set();
  const rows = await tx.query<{ living: number; erased: number }>(
    `SELECT DISTINCT s.individual_id AS living, e.individual_id AS erased
     FROM erased_identifiers e
     JOIN search_index s USING (company_id, field_type, key_version, handle)
     WHERE e.company_id = $1 AND e.individual_id = ANY ($3::bigint[]) AND s.individual_id = ANY ($2::bigint[])`,
    [companyId, living, erased],
  );
  return new Set(rows.map((row) => pairOf({ individualId: row.living }, { individualId: row.erased })));
}

/** Whether anybody withdrew a consent from the company or was erased in it. */
export async function hasRefusals(tx: Tx, companyId: number): Promise<boolean> {
  const statement = { name: 'company_refuses', text: 'SELECT company_refuses($1) AS refuses' };
  const [row] = await tx.query<{ refuses: boolean }>({ ...statement, values: [companyId] });
  return row?.refuses !== false;
}

/** What is kept of an erased person. */
export interface ErasedPerson {
  readonly individualId: number;
  readonly erasedAt: Date;
  /** Types of the identifiers that it had. */
  readonly identifiers: ReadonlySet<Identifier>;
  readonly traits?: { readonly keyVersion: number; readonly values: ErasedTraits };
}

export async function readErasedPeople(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<Map<number, ErasedPerson>> {
  if (individualIds.length === 0) return new Map();
  const rows = await tx.query<{
    id: number;
    erased_at: Date;
    types: number[] | null;
    key_version: number | null;
    traits: ErasedTraits | null;
  }>(
    `SELECT e.individual_id AS id, e.requested_at AS erased_at, t.key_version, t.traits,
       (SELECT array_agg(DISTINCT i.field_type::integer) FROM erased_identifiers i
        WHERE i.company_id = $1 AND i.individual_id = e.individual_id) AS types
     FROM erasures e
     LEFT JOIN erased_traits t ON t.company_id = $1 AND t.individual_id = e.individual_id
     WHERE e.company_id = $1 AND e.individual_id = ANY ($2::bigint[])`,
    [companyId, individualIds],
  );
  return new Map(
    rows.map(({ id, erased_at: erasedAt, types, key_version: keyVersion, traits }) => {
      const identifiers = new Set(IDENTIFIERS.filter((type) => types?.includes(FIELD_CODES[type])));
      const kept = keyVersion === null || traits === null ? {} : { traits: { keyVersion, values: traits } };
      return [id, { individualId: id, erasedAt, identifiers, ...kept }];
    }),
  );
}

/** An array as PostgreSQL reads it. The driver would format each number separately, which takes as long as a MAC. */
const arrayLiteral = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;
