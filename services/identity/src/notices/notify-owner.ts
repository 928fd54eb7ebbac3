import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { findUser } from '../users/user-store.ts';
import { type OwnerNotice, ownerMail } from './owner-notice.ts';

export interface NotifyOwnerDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

/**
 * Mails the owner of an account the change and the actor. It does not delay the response: a slow mail server must not
 * withhold a secret that is shown once. The change is valid without the mail.
 */
export function notifyOwner(deps: NotifyOwnerDeps) {
  return (ctx: Ctx, userId: number, notice: OwnerNotice): void => {
    mailNotice(deps, actorOf(ctx, userId), userId, notice).catch((err: unknown) =>
      deps.log.warn('notice to the owner of an account was not sent', { userId, notice: notice.kind, err }),
    );
  };
}
export type NotifyOwner = ReturnType<typeof notifyOwner>;

/** The acting user; the owner if a mailed link is the only credential. */
function actorOf({ caller }: Ctx, userId: number): number {
  return caller.kind === 'user' ? (caller.actorUserId ?? caller.userId) : userId;
}

async function mailNotice(
  { db, mailer, now }: NotifyOwnerDeps,
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
    actor === undefined ? 'an administrator' : `${actor.firstName} ${actor.lastName} <${actor.email}>`;
  await mailer.send(ownerMail(owner, notice, by, at));
}
