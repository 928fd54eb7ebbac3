import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { invalidField } from '../../errors.ts';
import type { DependentAccounts } from '../approvals/dependent-accounts.ts';
import { requireDecider } from '../approvals/require-decider.ts';
import { endChange, hasChange, lockPolicy, readPending } from './changes-store.ts';
import type { PolicyChange } from './policy-change.ts';
import { changeEntry, policyEntry } from './policy-entry.ts';
import { readPolicy, writePolicy } from './policy-store.ts';
import type { PolicyState } from './set-policy.ts';

export interface DecideChange {
  readonly companyId: number;
  readonly id: number;
  readonly decision: string;
}

export interface DecideChangeDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly dependentAccounts: DependentAccounts;
}

/**
 * Decides the pending change, by a second person. @throws AppError NOT_FOUND for an id of another company;
 * PERMISSION_DENIED OWN_SESSION_REQUIRED, OWN_REQUEST, DEPENDENT_ACCOUNT; FAILED_PRECONDITION APPROVAL_DECIDED
 */
export function decideChangeUseCase({ db, dependentAccounts }: DecideChangeDeps) {
  return async (ctx: Ctx, { companyId, id: changeId, decision }: DecideChange): Promise<PolicyState> => {
    if (decision !== 'approved' && decision !== 'refused')
      throw invalidField('DECISION_UNKNOWN', 'decision', 'must be approved or refused');
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) => db.tenant({ companies: [companyId] }, work);
    const seen = await inCompany((tx) => pendingChange(tx, companyId, changeId));
    await requireDecider(ctx, seen, dependentAccounts);
    return inCompany(async (tx) => {
      await lockPolicy(tx, companyId);
      const change = await pendingChange(tx, companyId, changeId);
      if (change.dueAt <= new Date()) throw ended();
      const by = ctx.caller.kind === 'user' ? ctx.caller.userId : 0;
      await endChange(tx, changeId, decision, by);
      if (decision === 'refused') {
        await tx.publish(changeEntry(ctx, 'reveal_policy_refuse', change));
        return { ...(await readPolicy(tx, companyId)), pending: undefined };
      }
      const updatedAt = await writePolicy(tx, companyId, change.wanted, change.requestedBy);
      await tx.publish(changeEntry(ctx, 'reveal_policy_approve', change));
      await tx.publish(policyEntry(ctx, companyId, change.wanted, change));
      return { policy: change.wanted, updatedAt, pending: undefined };
    });
  };
}

async function pendingChange(tx: Tx, companyId: number, changeId: number): Promise<PolicyChange> {
  const change = await readPending(tx, companyId);
  if (change?.id !== changeId) throw (await hasChange(tx, companyId, changeId)) ? ended() : notFound();
  return change;
}

const ended = () =>
  failedPrecondition(
    'APPROVAL_DECIDED',
    'This change was decided, was replaced or has expired: reload the limits',
  );
