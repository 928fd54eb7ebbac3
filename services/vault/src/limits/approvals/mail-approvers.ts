import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import type { Approval } from './approval.ts';

export interface MailApproversDeps {
  readonly notices: Pick<RpcClient<typeof ApproverNoticesService>, 'mailApprovers'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly self: ModuleKit['self'];
}

/** Asks identity to mail the approvers. The request is valid without the mail: the console shows it. */
export function mailApprovers({ notices, log, self }: MailApproversDeps) {
  return (ctx: Ctx, { id, companyId, requestedBy, barred, kind, purpose, people }: Approval): void => {
    const request = {
      companyId,
      approvalId: id,
      requestedBy,
      exceptUserIds: barred,
      kind,
      purpose,
      people,
    };
    const { requestId, ipAddress, userAgent } = ctx;
    notices
      .mailApprovers(
        { ...self({ company: companyId, deadlineMs: 30_000 }), requestId, ipAddress, userAgent },
        request,
      )
      .catch((err: unknown) =>
        log.warn('approvers got no mail about a request', { companyId, approvalId: id, err }),
      );
  };
}
