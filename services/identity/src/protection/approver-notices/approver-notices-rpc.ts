import type { Logger } from '@pii-vault/platform/core/log/log';
import { type Mail, type Mailer, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { findUser } from '../../accounts/user-store.ts';
import type { MailBudget } from '../notices/mail-budget.ts';
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
        const mailed = await mailEach(deps, approvers, async (one) => {
          const turn = await deps.mails.take('request', requestedBy, one.email);
          return turn === 'withhold'
            ? undefined
            : approverMail(one, request, name, consoleUrl, turn === 'last');
        });
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
        const mailed = await mailEach(deps, found, async (one) =>
          policyChangeMail(one, change, name, consoleUrl),
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

/** A refused mail does not prevent the others. @param mailOf undefined for no mail @returns how many were accepted */
async function mailEach(
  { mailer, log }: ApproverNoticesDeps,
  people: readonly Approver[],
  mailOf: (one: Approver) => Promise<Mail | undefined>,
): Promise<number> {
  let mailed = 0;
  for (const one of people) {
    try {
      const mail = await mailOf(one);
      if (mail === undefined) continue;
      await mailer.send(mail);
      mailed += 1;
    } catch (err) {
      log.warn('an administrator got no mail about a request', { userId: one.id, err });
    }
  }
  return mailed;
}
