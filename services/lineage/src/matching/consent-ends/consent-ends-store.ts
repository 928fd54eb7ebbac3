import type { Tx } from '@pii-vault/platform/postgres/database';
import { AS_GRADE } from '../../links/edge-store.ts';
import type { Scope } from '../../spaces/scopes/scope.ts';
import type { Features } from '../features.ts';

/** A person who loses the consent of a linking value in a scope. */
export interface ConsentEnd {
  readonly companyId: number;
  readonly individualId: number;
  readonly scope: Scope;
}

/** Stores the end times of people's consents, in the transaction that stores their features. */
export async function noteConsentEnds(
  tx: Tx,
  companyId: number,
  people: ReadonlyArray<Pick<Features, 'scope' | 'individualId' | 'consentEndsAt'>>,
): Promise<void> {
  if (people.length === 0) return;
  await tx.query({
    name: 'consent_ends_forget',
    text: `DELETE FROM consent_ends e USING unnest($2::bigint[], $3::text[]) AS p(individual_id, scope)
      WHERE e.company_id = $1 AND e.individual_id = p.individual_id AND e.scope = p.scope`,
    values: [companyId, people.map((one) => one.individualId), people.map(({ scope }) => scope)],
  });
  const ending = people.filter(({ consentEndsAt }) => consentEndsAt !== undefined);
  if (ending.length === 0) return;
  await tx.query({
    name: 'consent_ends_note',
    text: `INSERT INTO consent_ends (company_id, individual_id, scope, ends_at)
      SELECT DISTINCT ON (individual_id, scope) $1::bigint, individual_id, scope, ends_at
      FROM unnest($2::bigint[], $3::text[], $4::timestamptz[]) AS p(individual_id, scope, ends_at)
      ORDER BY individual_id, scope, ends_at
      ON CONFLICT (company_id, individual_id, scope) DO UPDATE SET ends_at = excluded.ends_at`,
    values: [
      companyId,
      ending.map(({ individualId }) => individualId),
      ending.map(({ scope }) => scope),
      ending.map(({ consentEndsAt }) => consentEndsAt),
    ],
  });
}

/** The earliest time at which a stored consent ends. */
export async function nextConsentEnd(tx: Tx): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>('SELECT min(ends_at) AS at FROM consent_ends');
  return row?.at ?? null;
}

/** Takes up to `limit` consents that have ended. */
export function takeEnded(tx: Tx, now: Date, limit: number): Promise<ConsentEnd[]> {
  return tx.query<ConsentEnd>(
    `DELETE FROM consent_ends WHERE (company_id, individual_id, scope) IN (
       SELECT company_id, individual_id, scope FROM consent_ends WHERE ends_at <= $1::timestamptz
       ORDER BY company_id, individual_id, scope LIMIT $2::int FOR UPDATE)
     RETURNING company_id AS "companyId", individual_id AS "individualId", scope`,
    [now, limit],
  );
}

/** Turns the pairs of these people inside their companies into grades, as a match would (links/edge-store.ts). */
export async function withholdPeople(tx: Tx, people: readonly ConsentEnd[]): Promise<void> {
  const [companies, ids, scopes] = [
    people.map(({ companyId }) => companyId),
    people.map(({ individualId }) => individualId),
    people.map(({ scope }) => scope),
  ];
  await tx.query(
    `INSERT INTO withheld_people (company_id, individual_id)
     SELECT DISTINCT company_id, id FROM unnest($1::bigint[], $2::bigint[]) AS p(company_id, id)
     ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
    [companies, ids],
  );
  const sideOf = (side: 'lo' | 'hi') => `SELECT e.company_id, e.id FROM data_lineage e
    WHERE e.scope = p.scope AND e.${side}_company_id = p.company_id AND e.${side}_individual_id = p.id`;
  await tx.query(
    `UPDATE data_lineage e SET ${AS_GRADE}
     WHERE e.levels <> '{}' AND (e.company_id, e.id) IN (
       SELECT found.company_id, found.id FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS p(company_id, id, scope)
       CROSS JOIN LATERAL (${sideOf('lo')} UNION ALL ${sideOf('hi')}) AS found)`,
    [companies, ids, scopes],
  );
}
