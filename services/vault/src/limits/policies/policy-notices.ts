import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import type { PolicyChange } from './policy-change.ts';

export interface PolicyNoticesDeps {
  readonly notices: Pick<RpcClient<typeof ApproverNoticesService>, 'countApprovers' | 'mailPolicyChange'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly self: ModuleKit['self'];
}

export type PolicyNotices = ReturnType<typeof policyNotices>;

/** Queries identity about a company's administrators, and mails them. */
export function policyNotices({ notices, log, self }: PolicyNoticesDeps) {
  return {
    /**
     * Whether no other user of the company may decide, nor could in the last 7 days. Super admins may decide, but do
     * not count as its second person.
     */
    async isAlone(companyId: number, barred: readonly number[]): Promise<boolean> {
      const { ofCompany } = await notices.countApprovers(self({ company: companyId }), {
        companyId,
        exceptUserIds: barred,
      });
      return ofCompany === 0;
    },

    /** Call it after the commit. The change is pending without the mail: the console shows it. */
    mail(ctx: Ctx, { id, companyId, requestedBy, isAlone, dueAt }: PolicyChange): void {
      const { requestId, ipAddress, userAgent } = ctx;
      notices
        .mailPolicyChange(
          { ...self({ company: companyId, deadlineMs: 30_000 }), requestId, ipAddress, userAgent },
          { companyId, requestedBy, isAlone, dueAt },
        )
        .catch((err: unknown) =>
          log.warn('administrators got no mail about a change of limits', { companyId, changeId: id, err }),
        );
    },
  };
}
