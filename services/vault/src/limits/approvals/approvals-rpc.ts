import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type Approval as ApprovalMessage,
  ApprovalsService,
  type ListApprovalsRequest,
  type RequestApprovalRequest,
} from '@pii-vault/proto/vault/v1/approvals';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { givenReason, readReason, reasonMessage, type ShownReason } from '../reasons/shown-reason.ts';
import { type Approval, statusOf, whyNotDecide } from './approval.ts';
import { approvalReasonForm } from './approval-reason.ts';
import type { StoredApproval } from './approvals-store.ts';
import { type DecideDeps, decideApprovalUseCase } from './decide-approval.ts';
import { isDependent } from './dependent-accounts.ts';
import { listApprovalsUseCase } from './list-approvals.ts';
import { type RequestDeps, requestApprovalUseCase } from './request-approval.ts';

export function approvalsRpc(deps: RequestDeps & DecideDeps & { readonly keys: CompanyKeys }): RpcService {
  const request = requestApprovalUseCase(deps);
  const decide = decideApprovalUseCase(deps);
  const list = listApprovalsUseCase(deps);
  const opened = async (ctx: Ctx, one: StoredApproval, dependent: ReadonlySet<number>) => {
    const form = approvalReasonForm(one.companyId, one.id);
    return approvalToProto(ctx, one, await readReason(deps.keys, ctx, form, one.reason), dependent);
  };
  return serve(ApprovalsService, {
    requestApproval: {
      allow: permission('pii:reveal', (req: RequestApprovalRequest) => req.companyId),
      handle: async (ctx, req) => {
        const reason = givenReason(ctx, req.companyId, req.reason);
        return { approval: approvalToProto(ctx, await request(ctx, req), reason, NONE) };
      },
    },
    listApprovals: {
      allow: permission('pii:reveal', (req: ListApprovalsRequest) => req.companyId),
      handle: async (ctx, req) => {
        const { approvals, nextCursor } = await list(ctx, req);
        const pending = approvals.filter((one) => statusOf(one, new Date()) === 'pending');
        const dependent = await deps.dependentAccounts(ctx, pending);
        return {
          approvals: await Promise.all(approvals.map((one) => opened(ctx, one, dependent))),
          nextCursor,
        };
      },
    },
    decideApproval: {
      allow: freshProof(permission('company:manage')),
      handle: async (ctx, req) => ({ approval: await opened(ctx, await decide(ctx, req), NONE) }),
    },
  });
}

/** A request by the caller, or a decided one. */
const NONE: ReadonlySet<number> = new Set();

/** @param dependent accounts that depend on the caller's */
function approvalToProto(
  ctx: Ctx,
  approval: Approval,
  reason: ShownReason,
  dependent: ReadonlySet<number>,
): ApprovalMessage {
  const { id, companyId, kind, purpose, people, used, requestedBy, clientId, requestedAt, decided } =
    approval;
  const status = statusOf(approval, new Date());
  const couldDecide = status === 'pending' && whyNotDecide(ctx.caller, approval) === undefined;
  const depends = couldDecide && isDependent(approval, dependent);
  return {
    id,
    companyId,
    kind,
    purpose,
    people,
    used,
    ...reasonMessage(reason),
    status,
    requestedBy,
    clientId: clientId || undefined,
    requestedAt,
    decidedBy: decided?.by,
    decidedAt: decided?.at,
    expiresAt: approval.expiresAt,
    mayDecide: couldDecide && !depends,
    isDependent: depends,
  };
}
