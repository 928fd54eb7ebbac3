import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission } from '@pii-vault/platform/core/context/permissions';
import { accountsBehind } from '@pii-vault/platform/core/context/second-person';
import { alreadyExists, resourceExhausted } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { requirePurpose } from '../../consents/consent.ts';
import { invalidField } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { subjectOf } from '../budgets/subject.ts';
import { sealReason } from '../reasons/shown-reason.ts';
import { APPROVAL_KINDS, type Approval, type ApprovalKind, ERASURE_PURPOSE } from './approval.ts';
import { approvalReasonForm } from './approval-reason.ts';
import { earlierRequests, expireSame, insertApproval, nextApprovalId } from './approvals-store.ts';
import { expiryEntry } from './expire-approvals.ts';

export interface ApprovalWanted {
  readonly companyId: number;
  readonly kind: string;
  /** Not used by erase. */
  readonly purpose?: string | undefined;
  readonly people: number;
  readonly reason: string;
}

export interface RequestDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  /** Called after the commit. */
  readonly mailApprovers: (ctx: Ctx, approval: Approval) => void;
}

const MAX_PEOPLE = 1_000_000;
const MAX_REASON = 1_000;
/** Each request mails the approvers. */
const MAX_A_DAY = 20;
const WAIT_MS = 3 * 24 * 3_600_000;

export type RequestApproval = (ctx: Ctx, wanted: ApprovalWanted) => Promise<Approval>;

/** @throws AppError INVALID_ARGUMENT; ALREADY_EXISTS APPROVAL_PENDING; RESOURCE_EXHAUSTED APPROVALS_TOO_MANY */
export function requestApprovalUseCase(deps: RequestDeps): RequestApproval {
  return async (ctx, wanted) => {
    const { companyId, people, reason } = wanted;
    const kind = checked(wanted);
    const purpose = kind === 'erase' ? ERASURE_PURPOSE : (wanted.purpose ?? '');
    await deps.status.requireOpen(companyId);
    const { caller } = ctx;
    const subject = subjectOf(caller);
    if (subject === undefined || caller.kind !== 'user') throw missingPermission('pii:reveal');
    const { userId: requestedBy, clientId } = subject;
    const approval = await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const use = { companyId, requestedBy, kind, purpose };
      const { today, pendingUntil } = await earlierRequests(tx, use);
      if (pendingUntil !== undefined) throw pending(pendingUntil);
      if (today >= MAX_A_DAY) throw tooMany();
      const lapsed = await expireSame(tx, use);
      if (lapsed !== undefined) await tx.publish(expiryEntry(ctx, { id: lapsed, companyId, purpose }));
      const requestedAt = new Date();
      const expiresAt = new Date(requestedAt.getTime() + WAIT_MS);
      const id = await nextApprovalId(tx);
      const one = { ...use, id, people, clientId, barred: accountsBehind(caller), requestedAt, expiresAt };
      const sealed = await sealReason(deps.keys, approvalReasonForm(companyId, id), reason);
      if (!(await insertApproval(tx, { ...one, reason: sealed }))) throw pending(expiresAt);
      await tx.publish(
        auditMessage('vault', ctx, {
          action: 'approval_request',
          companyId,
          purpose,
          objectIds: { approvalId: String(id), kind },
          counts: { people },
        }),
      );
      return { ...one, used: 0, status: 'pending' as const, decided: undefined };
    });
    deps.mailApprovers(ctx, approval);
    return approval;
  };
}

function checked({ kind, purpose, people, reason }: ApprovalWanted): ApprovalKind {
  const known = APPROVAL_KINDS.find((one) => one === kind);
  if (known === undefined)
    throw invalidField('KIND_UNKNOWN', 'kind', 'must be reveal, export, erase or consent');
  if (known !== 'erase') requirePurpose(purpose ?? '');
  if (!Number.isInteger(people) || people < 1 || people > MAX_PEOPLE)
    throw invalidField('PEOPLE_INVALID', 'people', `must be 1 to ${MAX_PEOPLE}`);
  if (reason.trim() === '' || reason.length > MAX_REASON)
    throw invalidField('REASON_INVALID', 'reason', `must have 1 to ${MAX_REASON} characters`);
  return known;
}

const pending = (until: Date) =>
  alreadyExists(
    'APPROVAL_PENDING',
    'You requested this approval for the same kind and purpose already. Another person must decide it; otherwise it lapses ' +
      `at ${until.toISOString()}`,
  );

const tooMany = () =>
  resourceExhausted(
    'APPROVALS_TOO_MANY',
    `You requested ${MAX_A_DAY} approvals within a day; wait, or ask for more people at once`,
    { retryAfterMs: 3_600_000 },
  );
