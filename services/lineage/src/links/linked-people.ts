import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Reader } from './reader.ts';

/** Number of people with edges, in the companies that a reader lists. */
export interface LinkedPeople {
  readonly all: number;
  /** Number of people who are the same person as one of another company, without rejected edges. */
  readonly crossLinked: number;
}

/** Maximum number of unfolded people who are computed here; above that the last folded state counts. */
const UNFOLDED = 500;

/** $1: companies; $2: number of people to compute. */
export const LINKED_PEOPLE = `WITH changed AS MATERIALIZED (
    SELECT DISTINCT company_id, individual_id FROM (
      SELECT c.company_id, c.individual_id FROM link_people_changes c WHERE c.company_id = ANY ($1::bigint[])
      ORDER BY c.company_id, c.id LIMIT $2::integer) AS first)
  SELECT seen_as AS "seenAs", sum(people)::bigint AS people FROM (
    SELECT c.seen_as, c.people FROM link_people_counts c WHERE c.company_id = ANY ($1::bigint[])
    UNION ALL
    SELECT p.seen_as, -1 FROM changed d CROSS JOIN LATERAL (
      SELECT p.seen_as FROM link_people p WHERE p.company_id = d.company_id AND p.individual_id = d.individual_id OFFSET 0) AS p
    UNION ALL
    SELECT s.seen_as, 1 FROM changed d CROSS JOIN LATERAL (SELECT seen_as(d.company_id, d.individual_id) OFFSET 0) AS s(seen_as)
    WHERE s.seen_as IS NOT NULL) AS p
  GROUP BY 1`;

/** Under agreements in force and with open companies, as the reader sees edges. */
export async function linkedPeople(tx: Tx, reader: Reader): Promise<LinkedPeople> {
  const rows = await tx.query<{ seenAs: string[]; people: number }>(LINKED_PEOPLE, [reader.listed, UNFOLDED]);
  const judge = judgeWays(reader);
  let [all, crossLinked] = [0, 0];
  for (const { seenAs, people } of rows) {
    const seen = judge(seenAs);
    if (seen !== undefined) all += people;
    if (seen === 'same') crossLinked += people;
  }
  return { all, crossLinked };
}

/** Of the ways in which a person is linked, the strongest that the reader sees. */
export function judgeWays({
  agreements,
  open,
}: Pick<Reader, 'agreements' | 'open'>): (seenAs: readonly string[]) => 'same' | 'other' | undefined {
  const inForce = new Set([0, ...agreements]);
  const isOpen = new Set(open);
  return (seenAs) => {
    const ways = seenAs
      .map((way) => way.split(':'))
      .filter(([agreement, other]) => inForce.has(Number(agreement)) && isOpen.has(Number(other)));
    if (ways.length === 0) return undefined;
    return ways.some(([, , same]) => same !== undefined) ? 'same' : 'other';
  };
}

export interface WaysOfPerson {
  readonly individualId: number;
  readonly seenAs: readonly string[];
}

/** People of a company with edges, by id, as of the last fold. */
export const WAYS_OF_PEOPLE = `SELECT p.individual_id AS "individualId", p.seen_as AS "seenAs" FROM link_people p
  WHERE p.company_id = $1::bigint AND p.individual_id > $2::bigint ORDER BY p.individual_id LIMIT $3::integer`;
