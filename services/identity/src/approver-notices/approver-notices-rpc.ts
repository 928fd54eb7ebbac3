import type { Database } from '@pii-vault/platform/db/database';
import type { Logger } from '@pii-vault/platform/log/log';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { ApproverNoticesServiceService } from '@pii-vault/proto/identity/v1/approver_notices';
import { findUser } from '../users/user-store.ts';
import { approverMail } from './approver-mail.ts';
import { findApprovers } from './find-approvers.ts';

export interface ApproverNoticesDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly consoleUrl: string;
}

/** Mail to people who may approve. One that is refused does not keep the others from theirs. */
export function approverNoticesRpcs({ db, mailer, log, consoleUrl }: ApproverNoticesDeps): RpcService {
  return serve(ApproverNoticesServiceService, {
    mailApprovers: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (_ctx, { exceptUserIds, requestedBy, approvalId, ...req }) => {
        const request = {
          kind: req.kind,
          purpose: req.purpose,
          approvalId: Number(approvalId),
          companyId: Number(req.companyId),
          people: Number(req.people),
        };
        const [requester, approvers] = await db.system(async (tx) => [
          await findUser(tx, Number(requestedBy)),
          await findApprovers(tx, request.companyId, exceptUserIds.map(Number)),
        ]);
        const name =
          requester === undefined
            ? `User ${requestedBy}`
            : `${requester.firstName} ${requester.lastName} <${requester.email}>`;
        let mailed = 0;
        for (const approver of approvers) {
          try {
            await mailer.send(approverMail(approver, request, name, consoleUrl));
            mailed += 1;
          } catch (err) {
            log.warn('an approver was not told of a request by mail', { userId: approver.id, err });
          }
        }
        return { mailed };
      },
    },
  });
}
