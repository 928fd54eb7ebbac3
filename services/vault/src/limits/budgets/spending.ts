import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type ApprovalKind, useApproval } from '../approvals/approvals-store.ts';
import { readPolicy } from '../policies/policy-store.ts';
import type { RevealPolicy } from '../policies/reveal-policy.ts';
import { type Account, enterRefusal, spend } from './counts-store.ts';
import { type Meter, type MeterState, purposeOf, tightest } from './meters.ts';
import { refusalOf, refusalReason } from './refusals.ts';

export interface Asked {
  readonly account: Account;
  readonly metersOf: (policy: RevealPolicy) => readonly Meter[];
  readonly need: number;
  /** Additional reservation where much is left. */
  readonly spare: number;
  /** Returns reservations of this process for other calls; tried before a refusal. */
  readonly reclaim?: (tx: Tx) => Promise<void>;
  /** The approval to use when the meters do not suffice. */
  readonly approval?: { readonly kind: ApprovalKind; readonly purpose: string };
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
 *   ANSWER_BUDGET_SPENT; PERMISSION_DENIED APPROVAL_REQUIRED
 */
export async function spendBudget(db: Pick<Database, 'tenant'>, ctx: Ctx, asked: Asked): Promise<Granted> {
  const outcome = await db.tenant({ companies: [asked.account.companyId] }, (tx) =>
    inTransaction(tx, ctx, asked),
  );
  if ('refused' in outcome) throw refusalOf(outcome.refused, asked);
  return outcome;
}

async function inTransaction(
  tx: Tx,
  ctx: Ctx,
  asked: Asked,
): Promise<Granted | { readonly refused: MeterState }> {
  const { account, need, spare, approval } = asked;
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
  if (approval !== undefined) {
    const { companyId, subject } = account;
    const approvalId = await useApproval(tx, {
      companyId,
      requestedBy: subject.userId,
      ...approval,
      people: need,
    });
    if (approvalId !== undefined) return { granted: need, approvalId, meters: [], tightest: undefined };
  }
  const short = spent.meters.filter(({ limit, used }) => limit - used < need);
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
  return { refused: first };
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
