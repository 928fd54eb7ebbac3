import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { accountOf } from '../../limits/budgets/budget-period.ts';
import { searchMeter } from '../../limits/budgets/meters.ts';
import { spendBudget } from '../../limits/budgets/spending.ts';

/**
 * Counts one search by value against the caller's budget of the day, before the value is looked up.
 * @throws AppError RESOURCE_EXHAUSTED SEARCH_BUDGET_SPENT
 */
export async function spendSearch(
  { db, zones }: { readonly db: Pick<Database, 'tenant'>; readonly zones: CompanyZones },
  ctx: Ctx,
  companyId: number,
): Promise<void> {
  const account = accountOf(zones, ctx, companyId);
  if (account === undefined) return;
  await spendBudget(db, ctx, {
    account,
    metersOf: (policy) => [searchMeter(policy, account.subject.channel)],
    need: 1,
    spare: 0,
  });
}
