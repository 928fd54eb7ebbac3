import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { dayOf } from '../budgets/budget-day.ts';
import { searchMeter } from '../budgets/meters.ts';
import { spendBudget } from '../budgets/spending.ts';
import { subjectOf } from '../budgets/subject.ts';

/**
 * Counts one search by value against the caller's budget of the day, before the value is looked up.
 * @throws AppError RESOURCE_EXHAUSTED SEARCH_BUDGET_SPENT
 */
export async function spendSearch(db: Pick<Database, 'tenant'>, ctx: Ctx, companyId: number): Promise<void> {
  const subject = subjectOf(ctx.caller);
  if (subject === undefined) return;
  await spendBudget(db, ctx, {
    account: { companyId, day: dayOf(Date.now()), subject },
    metersOf: (policy) => [searchMeter(policy, subject.channel)],
    need: 1,
    spare: 0,
  });
}
