import { FIELD_TYPES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { constantMask } from '@pii-vault/platform/domain/field-types/mask';
import type { Database } from '@pii-vault/platform/postgres/database';
import { inTrace } from '@pii-vault/platform/postgres/single-statement';
import { bitOf, REFUSALS } from '../consents/consent.ts';
import { type RevealRow, type StoredPerson, storedPerson } from './stored-person.ts';

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
  /** Encoded AuditEntry of the actor and the purpose; the person, the action and its fields are added. */
  readonly entry: Uint8Array;
}

const REVEAL_PEOPLE = {
  name: 'reveal_people',
  text: `SELECT * FROM reveal_people(${inTrace('$5', '$1::jsonb')}, $2::bytea[], $3::text[], $4::integer)`,
};

const REVEALED: readonly StoredType[] = [...FIELD_TYPES, 'external_id'];
const CONSTANT_MASK = REVEALED.filter((type) => constantMask(type) !== null).reduce(
  (mask, type) => mask | bitOf(type),
  0,
);

/**
 * Reads the people and writes their audit entries in one autocommit statement: when it returns, the entries are
 * committed. The function sets the row-level security context of each company. In the order of `items`; undefined for a
 * person that the company does not hold.
 */
export async function readForReveal(
  db: Pick<Database, 'statement'>,
  items: readonly RevealItem[],
): Promise<(StoredPerson | undefined)[]> {
  // The people of one call share its entry.
  const entries = [...new Set(items.map(({ entry }) => entry))];
  const positions = new Map(entries.map((entry, n) => [entry, n + 1]));
  const wanted = items.map((item) => ({
    company_id: item.companyId,
    id: item.individualId,
    purpose: item.purpose,
    types: item.types,
    wants_detail: item.wantsDetail,
    entry: positions.get(item.entry),
  }));
  const values = [JSON.stringify(wanted), entries, REFUSALS.slice(1), CONSTANT_MASK];
  const rows = await db.statement<RevealRow>({ ...REVEAL_PEOPLE, values }, { wroteOutbox: true });
  const people: (StoredPerson | undefined)[] = items.map(() => undefined);
  for (const row of rows) {
    const item = items[row.item - 1];
    if (item !== undefined) people[row.item - 1] = storedPerson(row, item);
  }
  return people;
}
