import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import type {
  GetRevealBudgetResponse,
  BudgetNotice as NoticeMessage,
} from '@pii-vault/proto/vault/v1/budgets';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { requirePurpose } from '../../consents/consent.ts';
import type { Approvals } from '../approvals/usable-approvals.ts';
import { readPolicy } from '../policies/policy-store.ts';
import { accountOf, makersAccountOf } from './budget-period.ts';
import { readUsed } from './counts-store.ts';
import {
  bulkMeters,
  consentMeter,
  erasureMeter,
  type MeterState,
  revealMeters,
  searchMeter,
  tightest,
} from './meters.ts';
import type { BudgetNotice } from './reveal-budgets.ts';

export interface BudgetsDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly zones: CompanyZones;
  readonly approvals: Approvals;
  readonly erasuresPerDay: number;
  readonly consentsPerDay: number;
}

/**
 * The caller's remaining budget of the day. People that a process has reserved and not shown count as used, for up to 2
 * s.
 */
export async function getBudget(
  { db, status, zones, approvals, erasuresPerDay, consentsPerDay }: BudgetsDeps,
  ctx: Ctx,
  companyId: number,
  purpose: string | undefined,
): Promise<GetRevealBudgetResponse> {
  if (purpose !== undefined) requirePurpose(purpose);
  await status.requireOpen(companyId);
  const account = accountOf(zones, ctx, companyId);
  const { caller } = ctx;
  const makers = makersAccountOf(zones, ctx, companyId);
  if (account === undefined || makers === undefined || caller.kind !== 'user')
    throw missingPermission('pii:reveal');
  const { subject, endsAt } = account;
  const use = {
    companyId,
    requestedBy: subject.userId,
    kind: 'reveal',
    behind: accountsBehind(caller),
  } as const;
  const approved = purpose === undefined ? [] : (await approvals.left(ctx, { ...use, purpose })).people;
  return await db.tenant({ companies: [companyId] }, async (tx) => {
    const { policy } = await readPolicy(tx, companyId);
    const own = [
      ...revealMeters(policy, subject.channel, { purpose: purpose ?? '', isBulk: false }),
      searchMeter(policy, subject.channel),
    ];
    const states = [
      ...(await readUsed(tx, account, own)),
      ...(await readUsed(tx, makers, [
        ...bulkMeters(policy),
        erasureMeter(erasuresPerDay),
        consentMeter(consentsPerDay),
      ])),
    ];
    const of = (budget: MeterState['budget']) => tightest(states.filter((state) => state.budget === budget));
    const [people, searches, bulk] = [of('reveal'), of('search'), of('bulk')];
    const [erasures, consents] = [of('erasure'), of('consent')];
    return {
      people: people && stateToProto(people, endsAt),
      searches: searches && stateToProto(searches, endsAt),
      bulk: bulk && stateToProto(bulk, endsAt),
      approved: approved.reduce((sum, people) => sum + people, 0),
      erasures: erasures && stateToProto(erasures, endsAt),
      consents: consents && stateToProto(consents, endsAt),
    };
  });
}

const stateToProto = ({ limit, used }: MeterState, resetsAt: Date): NoticeMessage =>
  noticeToProto({ limit, used, resetsAt });

export const noticeToProto = ({ limit, used, resetsAt }: BudgetNotice): NoticeMessage => ({
  limit,
  used,
  resetsAt,
});
