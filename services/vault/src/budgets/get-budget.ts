import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import type { Database } from '@pii-vault/platform/postgres/database';
import type {
  GetRevealBudgetResponse,
  BudgetNotice as NoticeMessage,
} from '@pii-vault/proto/vault/v1/budgets';
import { approvedPeople } from '../approvals/approvals-store.ts';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { requirePurpose } from '../consents/consent.ts';
import { readPolicy } from '../policies/policy-store.ts';
import { dayOf, endOfDay } from './budget-day.ts';
import { readUsed } from './counts-store.ts';
import { type MeterState, revealMeters, searchMeter, tightest } from './meters.ts';
import type { BudgetNotice } from './reveal-budgets.ts';
import { subjectOf } from './subject.ts';

export interface BudgetsDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
}

/**
 * The caller's remaining budget of the day. People that a process has reserved and not shown count as used, for up to 2
 * s.
 */
export async function getBudget(
  { db, status }: BudgetsDeps,
  ctx: Ctx,
  companyId: number,
  purpose: string | undefined,
): Promise<GetRevealBudgetResponse> {
  if (purpose !== undefined) requirePurpose(purpose);
  await status.requireOpen(companyId);
  const subject = subjectOf(ctx.caller);
  if (subject === undefined) throw missingPermission('pii:reveal');
  const account = { companyId, day: dayOf(Date.now()), subject };
  return await db.tenant({ companies: [companyId] }, async (tx) => {
    const { policy } = await readPolicy(tx, companyId);
    const meters = [
      ...revealMeters(policy, subject.channel, { purpose: purpose ?? '', isBulk: true }),
      searchMeter(policy, subject.channel),
    ];
    const states = await readUsed(tx, account, meters);
    const of = (budget: MeterState['budget']) => tightest(states.filter((state) => state.budget === budget));
    const [people, searches, bulk] = [of('reveal'), of('search'), of('bulk')];
    const approved =
      purpose === undefined
        ? 0
        : await approvedPeople(tx, { companyId, requestedBy: subject.userId, kind: 'reveal', purpose });
    return {
      people: people && stateToProto(people, account.day),
      searches: searches && stateToProto(searches, account.day),
      bulk: bulk && stateToProto(bulk, account.day),
      approved: BigInt(approved),
    };
  });
}

const stateToProto = ({ limit, used }: MeterState, day: string): NoticeMessage =>
  noticeToProto({ limit, used, resetsAt: endOfDay(day) });

export const noticeToProto = ({ limit, used, resetsAt }: BudgetNotice): NoticeMessage => ({
  limit: BigInt(limit),
  used: BigInt(used),
  resetsAt,
});
