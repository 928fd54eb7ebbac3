import type { Tx } from '@pii-vault/platform/postgres/database';
import { DEFAULT_POLICY } from '../policies/reveal-policy.ts';
import { BUDGETS, type Budget } from './meters.ts';
import type { Channel } from './subject.ts';

/** An exhausted budget with refused calls. */
export interface BudgetAlarm {
  readonly companyId: number;
  readonly userId: number;
  readonly clientId: string;
  readonly kind: number;
  readonly purpose: string;
  readonly used: number;
  readonly refused: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Maximum per company and kind, so that alarms of one company do not hide those of another. */
const MAX_ALARMS = 50;

/** Of the companies in the transaction's scope, newest first; at most MAX_ALARMS of a company and kind. */
export function readAlarms(tx: Tx, hours: number): Promise<BudgetAlarm[]> {
  return tx.query<BudgetAlarm>(
    `SELECT company_id AS "companyId", user_id AS "userId", client_id AS "clientId", kind, purpose, amount AS used, refused,
       first_refused_at AS "firstAt", last_refused_at AS "lastAt"
     FROM (SELECT *, row_number() OVER (
         PARTITION BY company_id, kind ORDER BY last_refused_at DESC, user_id, purpose) AS place
       FROM budget_counts
       WHERE refused > 0 AND last_refused_at > now() - make_interval(hours => $1::integer)) AS recent
     WHERE place <= ${MAX_ALARMS} ORDER BY last_refused_at DESC, company_id, user_id`,
    [hours],
  );
}

/**
 * Users with more conflicts on the day of their company at `now` (epoch ms) than it permits; under the system role. The
 * range of dates covers every zone.
 */
export function readSpentConflicts(
  tx: Tx,
  now: number,
): Promise<{ companyId: number; userId: number; channel: Channel }[]> {
  return tx.query(
    `SELECT c.company_id AS "companyId", c.user_id AS "userId", c.channel FROM budget_counts c
     LEFT JOIN reveal_policies p USING (company_id)
     WHERE c.day BETWEEN ($1::timestamptz AT TIME ZONE 'UTC')::date - 1 AND ($1::timestamptz AT TIME ZONE 'UTC')::date + 1
       AND c.kind = ${BUDGETS.conflict} AND c.amount > coalesce(p.conflicts, ${DEFAULT_POLICY.conflicts})
       AND c.day = company_day(c.company_id, $1::timestamptz)`,
    [new Date(now)],
  );
}

/** Users with more answers in a UTC hour than the limits of their channels, 1 and 2; under the system role. */
export function readSpentAnswers(
  tx: Tx,
  { budget, day, slot, limits }: { budget: Budget; day: string; slot: string; limits: readonly number[] },
): Promise<{ companyId: number; userId: number; channel: Channel }[]> {
  return tx.query(
    `SELECT company_id AS "companyId", user_id AS "userId", channel FROM budget_counts
     WHERE day = $1::date AND kind = $2 AND purpose = $3 AND amount > ($4::bigint[])[channel]`,
    [day, BUDGETS[budget], slot, limits],
  );
}

/** Retention of counts, days. */
const KEPT_DAYS = 90;

/** Under the system role. */
export async function forgetCounts(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM budget_counts WHERE day < current_date - ${KEPT_DAYS}`);
}
