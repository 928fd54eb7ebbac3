import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { invalidField } from '../../errors.ts';
import { readPolicy } from '../policies/policy-store.ts';
import { enterReasons } from '../reasons/shown-reason.ts';
import { type Decidable, statusOf } from './approval.ts';
import { reasonedApproval } from './approval-reason.ts';
import { holdApproval, type StoredApproval, storeDecision } from './approvals-store.ts';
import type { DependentAccounts } from './dependent-accounts.ts';
import { requireDecider } from './require-decider.ts';

export interface DecideDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly dependentAccounts: DependentAccounts;
}

export type DecideApproval = (
  ctx: Ctx,
  input: { readonly id: number; readonly decision: string },
) => Promise<StoredApproval>;

const HOUR_MS = 3_600_000;

/**
 * Decides a request, once, by a second person. @throws AppError NOT_FOUND where the caller may not decide in its
 * company; PERMISSION_DENIED OWN_SESSION_REQUIRED, OWN_REQUEST, DEPENDENT_ACCOUNT; FAILED_PRECONDITION APPROVAL_DECIDED
 */
export function decideApprovalUseCase({ db, status, dependentAccounts }: DecideDeps): DecideApproval {
  return async (ctx, { id: approvalId, decision }) => {
    if (decision !== 'approved' && decision !== 'refused')
      throw invalidField('DECISION_UNKNOWN', 'decision', 'must be approved or refused');
    const companies = await status.readScope(ctx, 'company:manage', undefined);
    // Reads the approval's company in the scope of all companies of the caller, then changes it in the scope of that
    // one.
    const seen = await db.tenant(readingScope(ctx, companies), (tx) => holdSeen(tx, approvalId, companies));
    await requireDecider(ctx, seen, dependentAccounts);
    return await db.tenant({ companies: [seen.companyId] }, async (tx) => {
      const approval = await holdApproval(tx, approvalId);
      if (approval === undefined) throw notFound();
      const now = new Date();
      if (statusOf(approval, now) !== 'pending') throw decided();
      return await decide(tx, ctx, approval, { decision, now });
    });
  };
}

async function holdSeen(tx: Tx, id: number, companies: readonly number[]): Promise<Decidable> {
  const [row] = await tx.query<Decidable>(
    'SELECT company_id AS "companyId", barred FROM approvals WHERE id = $1::bigint AND company_id = ANY ($2::bigint[])',
    [id, companies],
  );
  if (row === undefined) throw notFound();
  return row;
}

async function decide(
  tx: Tx,
  ctx: Ctx,
  approval: StoredApproval,
  { decision, now }: { readonly decision: 'approved' | 'refused'; readonly now: Date },
): Promise<StoredApproval> {
  const { companyId, id, kind, purpose, people } = approval;
  const { policy } = await readPolicy(tx, companyId);
  const expiresAt = decision === 'refused' ? now : new Date(now.getTime() + policy.approvalHours * HOUR_MS);
  const by = ctx.caller.kind === 'user' ? ctx.caller.userId : 0;
  await storeDecision(tx, id, { status: decision, by, at: now, expiresAt });
  await tx.publish(
    auditMessage('vault', ctx, {
      action: decision === 'approved' ? 'approval_approve' : 'approval_refuse',
      companyId,
      purpose,
      objectIds: { approvalId: String(id), kind, requestedBy: String(approval.requestedBy) },
      counts: { people },
    }),
  );
  await enterReasons(tx, ctx, 'approvals', [reasonedApproval(approval)]);
  return { ...approval, status: decision, decided: { by, at: now }, expiresAt };
}

const decided = () => failedPrecondition('APPROVAL_DECIDED', 'This request has been decided or has expired');
