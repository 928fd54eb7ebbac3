import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database } from '@pii-vault/platform/postgres/database';
import { requireDecider } from '../approvals/require-decider.ts';
import { invalidField } from '../errors.ts';
import { endChange, hasChange, lockPolicy, readPending } from './changes-store.ts';
import { changeEntry, policyEntry } from './policy-entry.ts';
import { readPolicy, writePolicy } from './policy-store.ts';
import type { PolicyState } from './set-policy.ts';

export interface DecideChange {
  readonly companyId: number;
  readonly changeId: number;
  readonly decision: string;
}

/**
 * Decides the pending change, by a second person. @throws AppError NOT_FOUND for an id of another company;
 * PERMISSION_DENIED OWN_SESSION_REQUIRED, OWN_REQUEST; FAILED_PRECONDITION APPROVAL_DECIDED
 */
export function decideChangeUseCase({ db }: { readonly db: Pick<Database, 'tenant'> }) {
  return (ctx: Ctx, { companyId, changeId, decision }: DecideChange): Promise<PolicyState> => {
    if (decision !== 'approved' && decision !== 'refused')
      throw invalidField('DECISION_UNKNOWN', 'decision', 'must be approved or refused');
    return db.tenant({ companies: [companyId] }, async (tx) => {
      await lockPolicy(tx, companyId);
      const change = await readPending(tx, companyId);
      if (change?.id !== changeId) throw (await hasChange(tx, companyId, changeId)) ? ended() : notFound();
      requireDecider(ctx, change);
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

const ended = () =>
  failedPrecondition(
    'APPROVAL_DECIDED',
    'This change was decided, was replaced or has expired: reload the limits',
  );
