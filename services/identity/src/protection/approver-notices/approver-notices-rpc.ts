import type { Logger } from '@pii-vault/platform/core/log/log';
import { type Mail, type Mailer, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { findUser } from '../../accounts/user-store.ts';
import type { MailBudget, MailKind } from '../notices/mail-budget.ts';
import { approverMail } from './approver-mail.ts';
import { countApprovers } from './count-approvers.ts';
import { type Approver, findApprovers } from './find-approvers.ts';
import { policyChangeMail } from './policy-change-mail.ts';

export interface ApproverNoticesDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly mails: MailBudget;
  readonly consoleUrl: string;
}

/** Mails to approvers. */
export function approverNoticesRpcs(deps: ApproverNoticesDeps): RpcService {
  const { db, consoleUrl } = deps;
  return serve(ApproverNoticesService, {
    mailApprovers: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (_ctx, { exceptUserIds, requestedBy, ...request }) => {
        const approvers = await db.system((tx) => findApprovers(tx, request.companyId, exceptUserIds));
        const name = await nameOf(deps, requestedBy);
        const mailed = await mailEach(deps, approvers, ['request', requestedBy], (one, isLast) =>
          approverMail(one, request, name, consoleUrl, isLast),
        );
        return { mailed };
      },
    },
    countApprovers: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (_ctx, { companyId, exceptUserIds }) => ({
        ofCompany: await db.system((tx) => countApprovers(tx, companyId, exceptUserIds)),
      }),
    },
    mailPolicyChange: {
      allow: services(['vault'], (req) => req.companyId),
      handle: async (_ctx, { companyId, requestedBy, isAlone, dueAt }) => {
        const change = { companyId, isAlone, dueAt: dueAt ?? new Date() };
        const found = await db.system((tx) => findApprovers(tx, companyId, []));
        const name = await nameOf(deps, requestedBy);
        const mailed = await mailEach(deps, found, ['limits', requestedBy], (one, isLast) =>
          policyChangeMail(one, change, name, consoleUrl, isLast),
        );
        return { mailed };
      },
    },
  });
}

async function nameOf({ db }: ApproverNoticesDeps, userId: number): Promise<string> {
  const user = await db.system((tx) => findUser(tx, userId));
  return user === undefined
    ? `User ${userId}`
    : `${nameInMail(`${user.firstName} ${user.lastName}`)} <${user.email}>`;
}

/** Mails within the sender's budget; a refused one does not prevent the others. @returns how many were accepted */
async function mailEach(
  { mailer, log, mails }: ApproverNoticesDeps,
  people: readonly Approver[],
  [kind, senderId]: readonly [kind: MailKind, senderId: number],
  mailOf: (one: Approver, isLast: boolean) => Mail,
): Promise<number> {
  let mailed = 0;
  for (const one of people) {
    try {
      const turn = await mails.take(kind, senderId, one.email);
      if (turn === 'withhold') continue;
      await mailer.send(mailOf(one, turn === 'last'));
      mailed += 1;
    } catch (err) {
      log.warn('an administrator got no mail about a request', { userId: one.id, err });
    }
  }
  return mailed;
}
