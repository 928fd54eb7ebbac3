import type { Tx } from '@pii-vault/platform/postgres/database';
import { HIGH_RISK } from '../risk-score.ts';

/** Columns of login_sums, counted from attempts `a`. */
export const COUNTS = `count(*) AS n, count(*) FILTER (WHERE a.success) AS successful,
    count(*) FILTER (WHERE a.blocked) AS blocked, count(*) FILTER (WHERE a.risk_score >= ${HIGH_RISK}) AS high_risk`;

/** Subtracts `sums`, a query of hours, company_ids, device and COUNTS; login_sums must have all of its rows. */
export async function takeOut(tx: Tx, sums: string, values: readonly unknown[]): Promise<void> {
  // Locks rows in the same order as new attempts, because MERGE locks in any order.
  await tx.query(
    `SELECT FROM login_sums d JOIN (${sums}) AS s ON ${SAME} ORDER BY d.hours, d.company_ids, d.device FOR UPDATE OF d`,
    values,
  );
  await tx.query(
    `MERGE INTO login_sums AS d USING (${sums}) AS s ON ${SAME}
     WHEN MATCHED AND d.attempts <= s.n THEN DELETE
     WHEN MATCHED THEN UPDATE SET attempts = d.attempts - s.n, successful = d.successful - s.successful,
       blocked = d.blocked - s.blocked, high_risk = d.high_risk - s.high_risk`,
    values,
  );
}

const SAME = 'd.hours = s.hours AND d.company_ids = s.company_ids AND d.device = s.device';
