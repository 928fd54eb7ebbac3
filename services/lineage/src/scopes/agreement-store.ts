import type { Tx } from '@pii-vault/platform/db/database';
import type { LiveAgreement } from './agreement-watch.ts';
import { crossScope } from './scope.ts';

/** Notes agreements that have come into force: both companies are to be back-filled from their first person. */
export async function openAgreements(tx: Tx, live: readonly LiveAgreement[]): Promise<void> {
  const sides = live.flatMap(({ id, companyId, otherCompanyId }) => [
    { id, companyId, otherCompanyId },
    { id, companyId: otherCompanyId, otherCompanyId: companyId },
  ]);
  await tx.query(
    `INSERT INTO agreement_scopes (agreement_id, company_id, other_company_id, backfill_after)
     SELECT agreement_id, company_id, other_company_id, 0
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a(agreement_id, company_id, other_company_id)
     ON CONFLICT (company_id, agreement_id) DO NOTHING`,
    [sides.map((s) => s.id), sides.map((s) => s.companyId), sides.map((s) => s.otherCompanyId)],
  );
}

/** Agreements that are noted and not in force any more. */
export async function findEnded(tx: Tx, live: readonly LiveAgreement[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'SELECT DISTINCT agreement_id AS id FROM agreement_scopes WHERE NOT agreement_id = ANY ($1::bigint[]) ORDER BY 1',
    [live.map((agreement) => agreement.id)],
  );
  return rows.map((row) => row.id);
}

/** Forgets what was held under an agreement: features and the note. Its edges go first (close-agreement.ts). */
export async function forgetAgreement(tx: Tx, agreementId: number): Promise<void> {
  const scope = crossScope(agreementId);
  await tx.query('DELETE FROM identifier_tokens WHERE scope = $1', [scope]);
  await tx.query('DELETE FROM identifier_records WHERE scope = $1', [scope]);
  await tx.query('DELETE FROM agreement_scopes WHERE agreement_id = $1', [agreementId]);
}

export interface Backfill {
  readonly agreementId: number;
  readonly companyId: number;
  readonly afterIndividualId: number;
}

/** A back-fill of a company that is not `resting` and that is not done, if there is one. */
export async function nextBackfill(tx: Tx, resting: readonly number[]): Promise<Backfill | undefined> {
  const [row] = await tx.query<Backfill>(
    `SELECT agreement_id AS "agreementId", company_id AS "companyId", backfill_after AS "afterIndividualId"
     FROM agreement_scopes WHERE backfill_after IS NOT NULL AND company_id <> ALL ($1::bigint[])
     ORDER BY agreement_id, company_id LIMIT 1`,
    [resting],
  );
  return row;
}

/** @param after last person done, null when all are */
export async function advanceBackfill(
  tx: Tx,
  { agreementId, companyId }: Backfill,
  after: number | null,
): Promise<void> {
  await tx.query(
    'UPDATE agreement_scopes SET backfill_after = $3 WHERE agreement_id = $1 AND company_id = $2',
    [agreementId, companyId, after],
  );
}
