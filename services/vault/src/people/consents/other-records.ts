import { FIELD_CODES, fieldTypeOfCode } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ConsentEntry } from '../../consents/consent.ts';
import { IdentityUnknown } from '../records/identities.ts';
import { agreeingNames, type IdentityBook, PERSONAL_IDS } from '../records/identity.ts';
import { hasRefusals, IDENTIFIERS, type Identifier } from '../records/known-store.ts';
import { type LockedPerson, readPeople } from '../records/locked-person.ts';

interface Sharing {
  readonly id: number;
  readonly other: number;
  readonly type: number;
}

/**
 * Consent histories of other records of the same people, of those that withdrew the purpose (decision 0082): the same
 * Aadhaar or PAN; or the same phone or e-mail, no other Aadhaar or PAN, and a name that agrees or is missing.
 * @throws IdentityUnknown naming all people to decrypt first
 */
export async function otherRecords(
  tx: Tx,
  companyId: number,
  people: ReadonlyMap<number, LockedPerson>,
  purpose: string,
  book: IdentityBook,
): Promise<ReadonlyMap<number, ReadonlyArray<readonly ConsentEntry[]>>> {
  const histories = new Map<number, (readonly ConsentEntry[])[]>();
  if (people.size === 0 || !(await hasRefusals(tx, companyId))) return histories;
  const pairs = await sharedBy(tx, companyId, [...people.keys()], purpose);
  const others = await readPeople(tx, companyId, [...new Set(pairs.map(({ other }) => other))]);
  const unknown = new Set<number>();
  for (const [id, sharing] of Map.groupBy(pairs, (pair) => pair.id)) {
    for (const [otherId, values] of Map.groupBy(sharing, (pair) => pair.other)) {
      const [own, other] = [people.get(id), others.get(otherId)];
      if (own === undefined || other === undefined) continue;
      const shared = new Set(values.map(({ type }) => fieldTypeOfCode(type) as Identifier));
      const same = isSame(own, other, shared, book);
      if (same === 'unknown') for (const one of [own, other]) unknown.add(one.individualId);
      if (same === true) histories.set(id, [...(histories.get(id) ?? []), other.consents]);
    }
  }
  if (unknown.size > 0) throw new IdentityUnknown([...unknown]);
  return histories;
}

function isSame(
  own: LockedPerson,
  other: LockedPerson,
  shared: ReadonlySet<Identifier>,
  book: IdentityBook,
): boolean | 'unknown' {
  if (PERSONAL_IDS.some((type) => shared.has(type))) return true;
  const has = (one: LockedPerson, type: Identifier | 'name') => one.fields.get(type)?.isActive === true;
  if (PERSONAL_IDS.some((type) => has(own, type) && has(other, type))) return false;
  if (!has(own, 'name') || !has(other, 'name')) return true;
  const [one, two] = [book.of(own), book.of(other)];
  if (one === undefined || two === undefined) return 'unknown';
  return agreeingNames(one.name, two.name) !== false;
}

/** Pairs with an equal handle: at most 50 other people per handle, as in known_holders. */
function sharedBy(tx: Tx, companyId: number, ids: readonly number[], purpose: string): Promise<Sharing[]> {
  return tx.query<Sharing>(
    `SELECT s.individual_id AS id, x.individual_id AS other, s.field_type::integer AS type
     FROM unnest($2::bigint[]) AS w(id)
     CROSS JOIN LATERAL (
       SELECT h.individual_id, h.field_type, h.key_version, h.handle FROM search_index h
       WHERE h.individual_id = w.id AND h.company_id = $1 AND h.field_type = ANY ($3::smallint[]) OFFSET 0) AS s
     CROSS JOIN LATERAL (
       SELECT o.individual_id FROM search_index o
       WHERE o.company_id = $1 AND o.field_type = s.field_type AND o.key_version = s.key_version AND o.handle = s.handle
       LIMIT 51 OFFSET 0) AS x
     WHERE x.individual_id <> s.individual_id AND EXISTS (
       SELECT FROM consents c
       WHERE c.company_id = $1 AND c.individual_id = x.individual_id AND c.is_withdrawal AND c.purpose = $4)`,
    [companyId, ids, IDENTIFIERS.map((type) => FIELD_CODES[type]), purpose],
  );
}
