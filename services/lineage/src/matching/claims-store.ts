import type { Tx } from '@pii-vault/platform/postgres/database';
import { IS_DROPPING } from '../spaces/backfill-store.ts';
import type { ScopeEncoding } from '../spaces/space.ts';
import type { QueuedRecord } from './queue-store.ts';

/** Claimed people of a company: changed people one by one, or rows of arrivals. */
export interface Claims {
  readonly companyId: number;
  readonly people: readonly QueuedRecord[];
  /** Claimed rows of arrivals, in their order; undefined for changed people. */
  readonly arrivals: readonly number[] | undefined;
  /** Identifies the claim of each person or row: its end time as the database formats it. */
  readonly claims: readonly string[];
}

interface ClaimedRow {
  readonly companyId: number;
  readonly arrival: number | null;
  readonly individualIds: readonly number[];
  readonly version: number;
  readonly claim: string;
}

/**
 * Claims about `limit` people for 30 s, of the company that waits longest and is not `throttled`. Undefined when the
 * queue is empty. The commit is asynchronous, because a claim need not survive a crash of the database.
 */
export async function claimNext(
  tx: Tx,
  limit: number,
  throttled: readonly number[],
): Promise<Claims | undefined> {
  const rows = await tx.query<ClaimedRow>({
    name: 'match_claim_next',
    text: `SELECT *, set_config('synchronous_commit', 'off', true) FROM claim_next($1::integer, $2::bigint[])`,
    values: [limit, throttled],
  });
  return claimsOf(rows);
}

/**
 * Claims about `limit` more people after those already claimed, of the same company and kind; changed ones only while
 * the company is not `throttled`.
 */
export async function claimBehind(
  tx: Tx,
  limit: number,
  { companyId, people, arrivals }: Claims,
  throttled: readonly number[],
): Promise<Claims | undefined> {
  if (arrivals !== undefined) {
    const rows = await tx.query<ClaimedRow>({
      name: 'match_arrivals_claim',
      text: `SELECT $2::bigint AS "companyId", id AS arrival, "individualIds", 1 AS version, claim,
        set_config('synchronous_commit', 'off', true) FROM claim_arrivals($1::integer, $2::bigint)`,
      values: [limit, companyId],
    });
    return claimsOf(rows);
  }
  const rows = await tx.query<ClaimedRow>({
    name: 'match_queue_claim',
    text: `SELECT "companyId", NULL AS arrival, ARRAY["individualId"] AS "individualIds", version, claim,
      set_config('synchronous_commit', 'off', true)
      FROM claim_waiting($1::integer, $2::bigint[], $3::bigint, $4::bigint)`,
    values: [limit, throttled, companyId, people.at(-1)?.individualId ?? 0],
  });
  return claimsOf(rows);
}

/** Both of one company and kind. */
export function bothClaims(one: Claims, other: Claims | undefined): Claims {
  if (other === undefined) return one;
  return {
    companyId: one.companyId,
    people: distinct([...one.people, ...other.people]),
    arrivals: one.arrivals === undefined ? undefined : [...one.arrivals, ...(other.arrivals ?? [])],
    claims: [...one.claims, ...other.claims],
  };
}

function claimsOf(rows: readonly ClaimedRow[]): Claims | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const ordered =
    first.arrival === null ? rows : rows.toSorted((a, b) => Number(a.arrival) - Number(b.arrival));
  return {
    companyId: first.companyId,
    people: distinct(
      ordered.flatMap(({ companyId, individualIds, version }) =>
        individualIds.map((individualId) => ({ companyId, individualId, version })),
      ),
    ),
    arrivals: first.arrival === null ? undefined : ordered.map(({ arrival }) => Number(arrival)),
    claims: ordered.map(({ claim }) => claim),
  };
}

/** Two rows of arrivals may name one person after a repeated event: no person is stored twice concurrently. */
const distinct = (people: readonly QueuedRecord[]): QueuedRecord[] => [
  ...new Map(people.map((one) => [one.individualId, one])).values(),
];

/** Parameters that identify claims in the SQL functions that hold, finish and release them. */
const namesOf = ({ companyId, people, arrivals, claims }: Claims): unknown[] =>
  arrivals === undefined
    ? [people.map(() => companyId), people.map(({ individualId }) => individualId), claims]
    : [arrivals, claims];

/**
 * People whose claim is valid until the end of the transaction. After a claim has expired, another worker may have
 * stored newer features. Open back-fills of the company count the people as done for which the vault answered. If the
 * vault did not name an agreement that is known here, no claim is valid: its answer may be older than a back-fill.
 */
export async function confirmClaims(
  tx: Tx,
  claims: Claims,
  scopes: readonly ScopeEncoding[],
  newestEncoding: number,
): Promise<Set<number>> {
  const isArrival = claims.arrivals !== undefined;
  const rows = await tx.query<{ individualId: number }>({
    name: isArrival ? 'match_arrivals_confirm' : 'match_queue_confirm',
    text: confirming(
      isArrival
        ? 'hold_arrivals($5::bigint[], $6::timestamptz[])'
        : 'hold_claims($5::bigint[], $6::bigint[], $7::timestamptz[])',
    ),
    values: [
      claims.companyId,
      scopes.map((one) => one.scope),
      scopes.map((one) => one.encodingVersion),
      newestEncoding,
      ...namesOf(claims),
    ],
  });
  return new Set(rows.map(({ individualId }) => individualId));
}

const confirming = (held: string): string => `WITH unreported AS (SELECT FROM agreement_scopes a
    WHERE a.company_id = $1::bigint AND $4::int = ANY ($3::int[])
      AND ('cross:' || a.agreement_id, $4) NOT IN
        (SELECT * FROM unnest($2::text[], $3::int[]) AS t(scope, encoding_version))),
  held AS (SELECT company_id, individual_id FROM ${held} WHERE NOT EXISTS (SELECT FROM unreported)),
  open AS (SELECT b.company_id, b.scope, b.encoding_version FROM match_backfills b
    JOIN unnest($2::text[], $3::int[]) AS t(scope, encoding_version) USING (scope, encoding_version)
    WHERE b.company_id = $1 AND NOT ${IS_DROPPING} ORDER BY 1, 2, 3 FOR SHARE OF b),
  seen AS (INSERT INTO match_backfill_seen (company_id, scope, encoding_version, individual_id)
    SELECT o.company_id, o.scope, o.encoding_version, h.individual_id FROM open o JOIN held h USING (company_id)
    ON CONFLICT DO NOTHING)
  SELECT individual_id AS "individualId" FROM held`;

/** Whether more than `limit` people of the company wait after those already claimed. */
export async function isQueueLong(
  tx: Tx,
  { companyId, people, arrivals }: Claims,
  limit: number,
): Promise<boolean> {
  const rows = await tx.query<{ n: number }>({
    name: 'match_queue_long',
    text: 'SELECT count_waiting($1::bigint, $2::bigint, $3::bigint, $4::integer) AS n',
    values: [
      companyId,
      arrivals === undefined ? (people.at(-1)?.individualId ?? 0) : 0,
      arrivals?.at(-1) ?? 0,
      Math.max(limit, 0) + 1,
    ],
  });
  return (rows[0]?.n ?? 0) > limit;
}

/**
 * Deletes matched people from the queue. One that changed meanwhile stays and can be claimed at once. One with an
 * expired claim stays with its new holder.
 */
export async function finishClaims(tx: Tx, claims: Claims): Promise<void> {
  const names = namesOf(claims);
  await tx.query(
    claims.arrivals === undefined
      ? {
          name: 'match_queue_finish',
          text: 'SELECT finish_claims($1::bigint[], $2::bigint[], $4::bigint[], $3::timestamptz[])',
          values: [...names, claims.people.map(({ version }) => version)],
        }
      : {
          name: 'match_arrivals_finish',
          text: `DELETE FROM match_arrivals WHERE id IN (${STANDING})`,
          values: names,
        },
  );
}

/** Locked in the same order as by changed people who leave them. */
const STANDING = `SELECT id FROM match_arrivals
  WHERE (id, claimed_until) IN (SELECT * FROM unnest($1::bigint[], $2::timestamptz[])) ORDER BY id FOR UPDATE`;

/** Releases valid claims without changing the people. */
export async function releaseClaims(tx: Tx, claims: Claims): Promise<void> {
  await tx.query(
    claims.arrivals === undefined
      ? 'SELECT release_claims($1::bigint[], $2::bigint[], $3::timestamptz[])'
      : `UPDATE match_arrivals SET claimed_until = '-infinity' WHERE id IN (${STANDING})`,
    namesOf(claims),
  );
}
