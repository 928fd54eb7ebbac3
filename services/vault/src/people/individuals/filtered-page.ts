import { FIELD_TYPES } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { maskOf } from '../../consents/consent.ts';
import { coveredPeople } from '../../consents/covered-people.ts';
import { findCandidates, readMatching } from './filtered-store.ts';
import type { Individual } from './individual.ts';
import { encodePosition, OWN_ORDER, type Position } from './page-order.ts';
import type { PeopleFilter } from './people-filter.ts';

/** Most candidates of one source (some filters have two), and people of one statement. */
const MOST_JUDGED = 2_000;
const SLICE = 200;

const ANY_FIELD = maskOf([...FIELD_TYPES, 'external_id']);

interface FilteredQuery {
  readonly filter: PeopleFilter;
  readonly quality?: readonly [number, number] | undefined;
  readonly companyId: number;
  /** The caller's other companies. */
  readonly others: readonly number[];
  readonly after?: Position;
  readonly limit: number;
}

/**
 * People of a company who match a filter, by id. A page judges a number of people, so it may have fewer rows than the
 * limit, or none, and a next cursor.
 */
export async function filteredPage(
  tx: Tx,
  { filter, quality, companyId, others, after, limit }: FilteredQuery,
  mostJudged = MOST_JUDGED,
): Promise<{ individuals: Individual[]; nextCursor?: string; nextAfterId?: number }> {
  const window = { companyId, afterId: after?.id ?? 0, limit: mostJudged };
  const { ids, end } = await findCandidates(tx, filter, others, window);
  const found: Individual[] = [];
  for (let at = 0; at < ids.length && found.length <= limit; at += SLICE) {
    const slice = ids.slice(at, at + SLICE);
    const matching = await readMatching(tx, companyId, slice, { ...filter, quality });
    found.push(...(await inState(tx, companyId, filter, matching)));
  }
  const individuals = found.slice(0, limit);
  const last = found.length > limit ? individuals.at(-1)?.id : end;
  if (last === undefined) return { individuals };
  return {
    individuals,
    nextAfterId: last,
    nextCursor: encodePosition(OWN_ORDER, { value: last, companyId, id: last }),
  };
}

/** Whether a purpose covers a field now is judged by the rule of reveals. */
async function inState(
  tx: Tx,
  companyId: number,
  { consentPurpose, consentState }: PeopleFilter,
  people: readonly Individual[],
): Promise<readonly Individual[]> {
  if (consentPurpose === undefined || consentState === undefined || consentState === 'none') return people;
  const ids = people.map(({ id }) => id);
  const covered = new Set(
    await coveredPeople(tx, companyId, ids, { types: ANY_FIELD, purpose: consentPurpose }),
  );
  return people.filter(({ id }) => covered.has(id) === (consentState === 'live'));
}
