import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { invalidField } from '../../errors.ts';
import { subjectOf } from '../budgets/subject.ts';
import { enterReasons } from '../reasons/shown-reason.ts';
import { SHOWN_STATUSES } from './approval.ts';
import { reasonedApproval } from './approval-reason.ts';
import { readApprovals, type StoredApproval } from './approvals-store.ts';

export interface ApprovalsAsked {
  readonly companyId?: number | undefined;
  /** Undefined: all. */
  readonly status?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export type ListApprovals = (
  ctx: Ctx,
  asked: ApprovalsAsked,
) => Promise<{ readonly approvals: readonly StoredApproval[]; readonly nextCursor: string | undefined }>;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Newest first: the caller's own, and all approvals of companies that it manages. */
export function listApprovalsUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
}): ListApprovals {
  return async (ctx, { companyId, status, limit: asked, cursor }) => {
    if (status !== undefined && !SHOWN_STATUSES.some((one) => one === status))
      throw invalidField('STATUS_UNKNOWN', 'status', `is none of ${SHOWN_STATUSES.join(', ')}`);
    const limit = Math.min(asked === 0 ? DEFAULT_LIMIT : asked, MAX_LIMIT);
    if (limit < 1) throw invalidField('LIMIT_INVALID', 'limit', 'must be 1 to 200');
    const companies = await deps.status.readScope(ctx, 'pii:reveal', companyId);
    const managing = new Set(await deps.status.readScope(ctx, 'company:manage', undefined));
    const page = {
      managed: companies.filter((id) => managing.has(id)),
      own: companies.filter((id) => !managing.has(id)),
      userId: subjectOf(ctx.caller)?.userId ?? 0,
      status: status ?? '',
      beforeId: idIn(cursor),
      limit: limit + 1,
    };
    return await deps.db.tenant(readingScope(ctx, companies), async (tx) => {
      const found = await readApprovals(tx, page);
      const { rows: approvals, nextCursor } = pageById(found, limit);
      await enterReasons(tx, ctx, 'approvals', approvals.map(reasonedApproval));
      return { approvals, nextCursor };
    });
  };
}
