import type { Tx } from '@pii-vault/platform/postgres/database';
import type { LiveAgreement } from './agreement-watch.ts';
import { crossScope } from './scope.ts';

/**
 * Stores agreements that have come into force, and their delays: both companies are back-filled from their first
 * person.
 */
export async function openAgreements(
  tx: Tx,
  live: readonly LiveAgreement[],
  encodingVersion: number,
): Promise<void> {
  const sides = live.flatMap(({ id, companyId, otherCompanyId }) => [
    { id, companyId, otherCompanyId },
    { id, companyId: otherCompanyId, otherCompanyId: companyId },
  ]);
  await tx.query(
    `WITH opened AS (
       INSERT INTO agreement_scopes (agreement_id, company_id, other_company_id)
       SELECT agreement_id, company_id, other_company_id
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a(agreement_id, company_id, other_company_id)
       ORDER BY company_id, agreement_id
       ON CONFLICT (company_id, agreement_id) DO NOTHING RETURNING agreement_id, company_id)
     INSERT INTO match_backfills (company_id, scope, encoding_version)
     SELECT company_id, 'cross:' || agreement_id, $4 FROM opened ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
    [
      sides.map((s) => s.id),
      sides.map((s) => s.companyId),
      sides.map((s) => s.otherCompanyId),
      encodingVersion,
    ],
  );
  await tx.query(
    `UPDATE agreement_scopes s SET disclosure_minutes = a.minutes
     FROM unnest($1::bigint[], $2::int[]) AS a(agreement_id, minutes)
     WHERE s.agreement_id = a.agreement_id AND s.disclosure_minutes <> a.minutes`,
    [live.map(({ id }) => id), live.map(({ disclosureMinutes }) => disclosureMinutes)],
  );
}

/**
 * Agreements with stored data. A deleted one may have a space or a back-fill again, from a process that had read the
 * agreement before its end.
 */
export async function notedAgreements(tx: Tx): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT agreement_id AS id FROM agreement_scopes
     UNION SELECT substr(scope, 7)::bigint FROM match_backfills WHERE scope LIKE 'cross:%'
     UNION SELECT substr(scope, 7)::bigint FROM match_spaces WHERE scope LIKE 'cross:%' AND state <> 'dropping'
     ORDER BY 1`,
  );
  return rows.map((row) => row.id);
}

/** Deletes the decisions and settings of an agreement. Delete its edges and features first (close-agreement.ts). */
export async function forgetAgreement(tx: Tx, agreementId: number): Promise<void> {
  const scope = crossScope(agreementId);
  await tx.query('DELETE FROM decisions WHERE scope = $1', [scope]);
  await tx.query('DELETE FROM cross_pairs WHERE scope = $1', [scope]);
  await tx.query('DELETE FROM disclosure_batches WHERE agreement_id = $1', [agreementId]);
  await tx.query('DELETE FROM match_backfills WHERE scope = $1', [scope]);
  await tx.query('DELETE FROM match_backfill_seen WHERE scope = $1', [scope]);
  await tx.query(`UPDATE match_spaces SET state = 'dropping' WHERE scope = $1`, [scope]);
  await tx.query('DELETE FROM agreement_scopes WHERE agreement_id = $1', [agreementId]);
}
