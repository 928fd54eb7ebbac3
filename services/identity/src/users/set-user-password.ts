import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { noteAccountChange } from '../accounts/changes/account-changes.ts';
import { lockUnchanged, type ManagedUserDeps, managedUser, refuseOwn } from '../accounts/managed-user.ts';
import { createUserPasswordProblem, generatePassword } from '../accounts/password-rules.ts';
import type { Holder } from '../accounts/roles/role-store.ts';
import type { User } from '../accounts/user.ts';
import { findUser } from '../accounts/user-store.ts';
import { mailsTooMany, weakPassword } from '../errors.ts';
import { type MailBudget, senderOf } from '../protection/notices/mail-budget.ts';
import type { NotifyOwner } from '../protection/notices/notify-owner.ts';
import type { PasswordHasher } from '../sessions/passwords/password-hasher.ts';
import { replacePassword } from '../sessions/passwords/set-password.ts';
import type { SendWelcome } from './send-welcome.ts';

export interface SetUserPasswordDeps extends ManagedUserDeps {
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly sendWelcome: SendWelcome;
  readonly mails: MailBudget;
  readonly notify: NotifyOwner;
}

/**
 * Sets another user's password and ends its sessions and API credentials; the owner is mailed.
 * @throws AppError WEAK_PASSWORD, NOT_FOUND, MORE_POWER, OWN_ACCOUNT, STALE, OVERLOADED
 */
export function setUserPassword(deps: SetUserPasswordDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: { id: number; password: string }): Promise<void> => {
    const weak = createUserPasswordProblem(input.password);
    if (weak !== undefined) throw weakPassword('password', [weak]);
    const holder = await admit(ctx, input.id);
    refuseOwn(ctx, input.id);
    await store(deps, ctx, holder, { text: input.password, isTemporary: false });
  };
}

export interface ResentWelcome {
  /** Shown once; its user must change it at the next sign-in. */
  readonly temporaryPassword: string | undefined;
  readonly emailSent: boolean;
}

/**
 * Mails the welcome again; on request with a new password. @throws AppError NOT_FOUND, MORE_POWER, OWN_ACCOUNT, STALE,
 * OVERLOADED, MAILS_TOO_MANY
 */
export function resendWelcome(deps: SetUserPasswordDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: { id: number; includeNewPassword: boolean }): Promise<ResentWelcome> => {
    const holder = await admit(ctx, input.id);
    // A new password and a link give access: neither is allowed for the caller's own account.
    refuseOwn(ctx, input.id);
    await takeMail(deps, ctx, input.id);
    const temporaryPassword = input.includeNewPassword ? generatePassword() : undefined;
    const user =
      temporaryPassword === undefined
        ? await deps.db.system((tx) => note(tx, ctx, holder, 'welcome_resend'))
        : await store(deps, ctx, holder, { text: temporaryPassword, isTemporary: true });
    return { temporaryPassword, emailSent: await deps.sendWelcome(user) };
  };
}

/** Counts the mail before anything is changed. @throws AppError NOT_FOUND, MAILS_TOO_MANY */
async function takeMail({ db, mails }: SetUserPasswordDeps, ctx: Ctx, userId: number): Promise<void> {
  const user = await db.system((tx) => findUser(tx, userId));
  if (user === undefined) throw notFound();
  if ((await mails.take('welcome', senderOf(ctx, userId), user.email)) === 'withhold') throw mailsTooMany();
}

async function store(
  deps: SetUserPasswordDeps,
  ctx: Ctx,
  holder: Holder,
  { text, isTemporary }: { readonly text: string; readonly isTemporary: boolean },
): Promise<User> {
  const hash = await deps.hasher.hash(text, ctx);
  const changed = await deps.db.system(async (tx: Tx) => {
    const user = await note(tx, ctx, holder, 'password_set');
    await replacePassword(tx, ctx, user.id, { hash, isTemporary });
    await noteAccountChange(tx, ctx, user.id, 'password');
    return user;
  });
  deps.notify(ctx, changed.id, { kind: 'password_set' });
  return changed;
}

/**
 * Applies a change to a user that is unchanged since the caller was admitted to it. @throws AppError NOT_FOUND, STALE
 */
async function note(
  tx: Tx,
  ctx: Ctx,
  holder: Holder,
  action: 'password_set' | 'welcome_resend',
): Promise<User> {
  const user = await lockUnchanged(tx, holder);
  const objectIds = { userId: String(user.id) };
  const companyId = user.companyId ?? undefined;
  await tx.publish(auditMessage('identity', ctx, { action, companyId, objectIds }));
  return user;
}
