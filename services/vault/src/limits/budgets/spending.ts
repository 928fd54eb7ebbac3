import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { ApprovalKind } from '../approvals/approvals-store.ts';
import type { UseApproval } from '../approvals/usable-approvals.ts';
import { readPolicy } from '../policies/policy-store.ts';
import type { RevealPolicy } from '../policies/reveal-policy.ts';
import { type Account, enterRefusal, spend } from './counts-store.ts';
import { type Meter, type MeterState, purposeOf, tightest } from './meters.ts';
import { approvalVoid, refusalOf, refusalReason } from './refusals.ts';
import { subjectOf } from './subject.ts';

export interface Asked {
  readonly account: Account;
  readonly metersOf: (policy: RevealPolicy) => readonly Meter[];
  readonly need: number;
  /** Additional reservation where much is left. */
  readonly spare: number;
  /** Returns reservations of this process for other calls; tried before a refusal. */
  readonly reclaim?: (tx: Tx) => Promise<void>;
  /** The approval to use when the meters do not suffice. */
  readonly approval?: { readonly kind: ApprovalKind; readonly purpose: string; readonly use: UseApproval };
  /** Whether an approval that would suffice is void: for a caller that has looked for approvals and uses none. */
  readonly hasVoidApproval?: boolean;
}

/** What a budget granted: a reservation, or people of an approval. */
export interface Granted {
  readonly granted: number;
  readonly approvalId?: number;
  readonly meters: readonly Meter[];
  /** The meter with the least left; undefined without a limit. */
  readonly tightest: MeterState | undefined;
}

/**
 * Reserves before anything is shown: the count of a granted call is committed. A refusal is counted and, the first time
 * on a day, recorded as an alarm.
 * @throws AppError RESOURCE_EXHAUSTED REVEAL_BUDGET_SPENT, SEARCH_BUDGET_SPENT, CONFLICT_BUDGET_SPENT,
 *   ANSWER_BUDGET_SPENT; PERMISSION_DENIED APPROVAL_REQUIRED, APPROVAL_VOID
 */
export async function spendBudget(db: Pick<Database, 'tenant'>, ctx: Ctx, asked: Asked): Promise<Granted> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    db.tenant({ companies: [asked.account.companyId] }, work);
  const outcome = await inCompany((tx) => spendMeters(tx, ctx, asked));
  if ('granted' in outcome) return outcome;
  const used = await useApproved(ctx, asked);
  if (typeof used === 'number')
    return { granted: asked.need, approvalId: used, meters: [], tightest: undefined };
  const refused = await inCompany((tx) => refuse(tx, ctx, asked.account, outcome.short));
  const isVoid = used === 'VOID' || asked.hasVoidApproval === true;
  throw isVoid ? approvalVoid() : refusalOf(refused, asked);
}

/** @returns the meters that have too little left, if one of them has */
async function spendMeters(
  tx: Tx,
  ctx: Ctx,
  asked: Asked,
): Promise<Granted | { readonly short: readonly MeterState[] }> {
  const { account, need, spare } = asked;
  const { policy } = await readPolicy(tx, account.companyId);
  const meters = asked.metersOf(policy);
  if (meters.length === 0) return { granted: need, meters, tightest: undefined };
  let spent = await spend(tx, account, meters, { need, spare });
  if (spent.granted === 0 && need > 0 && asked.reclaim !== undefined) {
    await asked.reclaim(tx);
    spent = await spend(tx, account, meters, { need, spare: 0 });
  }
  if (spent.granted > 0 || need === 0) {
    for (const meter of spent.meters)
      if (meter.warns)
        await tx.publish(auditMessage('vault', ctx, factsOf(account, meter, 'budget_warning')));
    return { granted: spent.granted, meters, tightest: tightest(spent.meters) };
  }
  return { short: spent.meters.filter(({ limit, used }) => limit - used < need) };
}

async function useApproved(ctx: Ctx, { account, approval, need }: Asked) {
  if (approval === undefined || ctx.caller.kind !== 'user') return undefined;
  const { use, ...wanted } = approval;
  const { companyId } = account;
  const requestedBy = subjectOf(ctx.caller)?.userId ?? 0;
  const behind = accountsBehind(ctx.caller);
  return await use(ctx, { ...wanted, companyId, requestedBy, behind }, need);
}

/** @returns the first meter that refuses */
async function refuse(tx: Tx, ctx: Ctx, account: Account, short: readonly MeterState[]): Promise<MeterState> {
  for (const meter of await enterRefusal(tx, account, short))
    await tx.publish(
      auditMessage('vault', ctx, {
        ...factsOf(account, meter, 'budget_alarm'),
        decision: 'refused',
        reason: refusalReason(meter.budget),
      }),
    );
  const [first] = short;
  if (first === undefined) throw new Error('A budget granted nothing although enough is left');
  return first;
}

function factsOf(account: Account, meter: MeterState, action: 'budget_warning' | 'budget_alarm') {
  return {
    action,
    companyId: account.companyId,
    purpose: purposeOf(meter),
    objectIds: { budget: meter.budget },
    counts: { limit: meter.limit, used: meter.used },
  } as const;
}
