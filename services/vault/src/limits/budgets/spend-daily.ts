import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { ERASURE_PURPOSE } from '../approvals/approval.ts';
import type { UseApproval } from '../approvals/usable-approvals.ts';
import { makersAccountOf } from './budget-period.ts';
import { consentMeter, erasureMeter } from './meters.ts';
import { spendBudget } from './spending.ts';

export interface DailyBudgetDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly zones: CompanyZones;
  readonly useApproval: UseApproval;
  /**
   * Per user, channel, company and day without an approval. What an API credential does counts for the person who made
   * the credential.
   */
  readonly perDay: number;
}

/** Counts one erased person or deleted value, before it is sealed. */
export type SpendErasure = (ctx: Ctx, companyId: number) => Promise<void>;

/**
 * Up to the daily number, then under an approval. The first refusal of a day is an alarm.
 * @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED, APPROVAL_VOID
 */
export function spendErasure({ db, zones, useApproval, perDay }: DailyBudgetDeps): SpendErasure {
  return async (ctx, companyId) => {
    const account = makersAccountOf(zones, ctx, companyId);
    if (account === undefined) return;
    await spendBudget(db, ctx, {
      account,
      metersOf: () => [erasureMeter(perDay)],
      need: 1,
      spare: 0,
      approval: { kind: 'erase', purpose: ERASURE_PURPOSE, use: useApproval },
    });
  };
}

/** Counts people before their consents are written. */
export type SpendConsents = (ctx: Ctx, companyId: number, purpose: string, people: number) => Promise<void>;

/**
 * As spendErasure: who records consents could reveal people for the purpose next.
 * @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED, APPROVAL_VOID
 */
export function spendConsents({ db, zones, useApproval, perDay }: DailyBudgetDeps): SpendConsents {
  return async (ctx, companyId, purpose, people) => {
    const account = makersAccountOf(zones, ctx, companyId);
    if (account === undefined) return;
    await spendBudget(db, ctx, {
      account,
      metersOf: () => [consentMeter(perDay)],
      need: people,
      spare: 0,
      approval: { kind: 'consent', purpose, use: useApproval },
    });
  };
}
