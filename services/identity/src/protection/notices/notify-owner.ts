import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { type Mailer, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { findUser } from '../../accounts/user-store.ts';
import { type MailBudget, senderOf } from './mail-budget.ts';
import { type OwnerNotice, ownerMail } from './owner-notice.ts';

export interface NotifyOwnerDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly mails: MailBudget;
  readonly now: () => number;
}

/**
 * Mails the owner of an account the change and the actor. It does not delay the response: a slow mail server must not
 * withhold a secret that is shown once. The change is valid without the mail.
 */
export function notifyOwner(deps: NotifyOwnerDeps) {
  return (ctx: Ctx, userId: number, notice: OwnerNotice): void => {
    mailNotice(deps, senderOf(ctx, userId), userId, notice).catch((err: unknown) =>
      deps.log.warn('notice to the owner of an account was not sent', { userId, notice: notice.kind, err }),
    );
  };
}
export type NotifyOwner = ReturnType<typeof notifyOwner>;

async function mailNotice(
  { db, mailer, mails, now }: NotifyOwnerDeps,
  actorId: number,
  userId: number,
  notice: OwnerNotice,
): Promise<void> {
  const at = new Date(now());
  const [owner, actor] = await db.system(async (tx) => [
    await findUser(tx, userId),
    await findUser(tx, actorId),
  ]);
  if (owner === undefined) return;
  const by =
    actor === undefined
      ? 'an administrator'
      : `${nameInMail(`${actor.firstName} ${actor.lastName}`)} <${actor.email}>`;
  const mail = ownerMail(owner, notice, by, at);
  const turn = await mails.take(`notice:${notice.kind}`, actorId, mail.to);
  if (turn !== 'withhold') await mailer.send(turn === 'last' ? ownerMail(owner, notice, by, at, true) : mail);
}
