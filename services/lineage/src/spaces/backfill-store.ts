import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Scope } from './scopes/scope.ts';

/** A company whose people are being added to a scope under an encoding. */
export interface Backfill {
  readonly companyId: number;
  readonly scope: Scope;
  readonly encodingVersion: number;
  readonly afterIndividualId: number;
}

/**
 * A condition on match_backfills b: its scope was opened again, and its former content is still being deleted. No
 * record can be stored there until then: the back-fill waits, and counts no person as done.
 */
export const IS_DROPPING = `(SELECT bool_and(s.state = 'dropping') FROM match_spaces s
  WHERE s.scope = b.scope AND s.encoding_version = b.encoding_version) IS TRUE`;

/** A back-fill of a company that is not `throttled`, in a scope that is not `closed`, if there is one. */
export async function nextBackfill(
  tx: Tx,
  throttled: readonly number[],
  closed: readonly Scope[],
): Promise<Backfill | undefined> {
  const [row] = await tx.query<Backfill>(
    `SELECT company_id AS "companyId", scope, encoding_version AS "encodingVersion",
       after_individual_id AS "afterIndividualId"
     FROM match_backfills b
     WHERE company_id <> ALL ($1::bigint[]) AND scope <> ALL ($2::text[]) AND NOT ${IS_DROPPING}
     ORDER BY encoding_version, scope, company_id LIMIT 1`,
    [throttled, closed],
  );
  return row;
}

/**
 * Blocks storing people from the queue until the end of the transaction, after the running ones (confirmClaims in
 * matching/claims-store.ts). @returns whether the back-fill's position is unchanged since it was read
 */
export async function holdBackfill(tx: Tx, open: Backfill): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM match_backfills b WHERE company_id = $1 AND scope = $2 AND encoding_version = $3
       AND after_individual_id = $4 AND NOT ${IS_DROPPING} FOR UPDATE OF b`,
    [open.companyId, open.scope, open.encodingVersion, open.afterIndividualId],
  );
  return rows.length > 0;
}

/** People of a back-fill that were stored from the queue since it began. */
export async function seenPeople(
  tx: Tx,
  { companyId, scope, encodingVersion }: Backfill,
  individualIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.query<{ individualId: number }>(
    `SELECT individual_id AS "individualId" FROM match_backfill_seen
     WHERE company_id = $1 AND scope = $2 AND encoding_version = $3 AND individual_id = ANY ($4::bigint[])`,
    [companyId, scope, encodingVersion, individualIds],
  );
  return new Set(rows.map(({ individualId }) => individualId));
}

/** @param after last person done, null when all are */
export async function advanceBackfill(
  tx: Tx,
  { companyId, scope, encodingVersion }: Backfill,
  after: number | null,
): Promise<void> {
  if (after === null)
    await tx.query(
      'DELETE FROM match_backfill_seen WHERE company_id = $1 AND scope = $2 AND encoding_version = $3',
      [companyId, scope, encodingVersion],
    );
  const text =
    after === null
      ? 'DELETE FROM match_backfills WHERE company_id = $1 AND scope = $2 AND encoding_version = $3'
      : `UPDATE match_backfills SET after_individual_id = $4
         WHERE company_id = $1 AND scope = $2 AND encoding_version = $3`;
  await tx.query(text, [companyId, scope, encodingVersion, ...(after === null ? [] : [after])]);
}

/** Starts moving every scope to an encoding that is newer than its current one. */
export async function beginRolls(tx: Tx, encodingVersion: number): Promise<void> {
  await tx.query(
    `WITH old AS (SELECT s.scope FROM match_spaces s WHERE s.state = 'active' AND s.encoding_version < $1
        AND NOT EXISTS (SELECT FROM match_spaces n WHERE n.scope = s.scope AND n.encoding_version >= $1))
     INSERT INTO match_backfills (company_id, scope, encoding_version)
     SELECT substr(old.scope, 7)::bigint, old.scope, $1 FROM old WHERE old.scope LIKE 'intra:%'
     UNION SELECT a.company_id, old.scope, $1 FROM old
       JOIN agreement_scopes a ON old.scope = 'cross:' || a.agreement_id
     ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
    [encodingVersion],
  );
}
