import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { weakPassword } from '../errors.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createUserPasswordProblem, generatePassword } from '../passwords/password-rules.ts';
import { setPassword } from '../passwords/set-password.ts';
import type { Holder } from '../roles/role-store.ts';
import { lockUnchanged, type ManagedUserDeps, managedUser, refuseOwn } from './managed-user.ts';
import type { SendWelcome } from './send-welcome.ts';
import type { User } from './user.ts';
import { findUser } from './user-store.ts';

export interface SetUserPasswordDeps extends ManagedUserDeps {
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly sendWelcome: SendWelcome;
}

/** Sets another user's password and ends its sessions. @throws AppError WEAK_PASSWORD, NOT_FOUND, MORE_POWER, OWN_ACCOUNT, STALE, BUSY */
export function setUserPassword(deps: SetUserPasswordDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: { userId: number; password: string }): Promise<void> => {
    const weak = createUserPasswordProblem(input.password);
    if (weak !== undefined) throw weakPassword('password', [weak]);
    const holder = await admit(ctx, input.userId);
    refuseOwn(ctx, input.userId);
    await store(deps, ctx, holder, input.password);
  };
}

export interface ResentWelcome {
  /** Shown once. */
  readonly temporaryPassword: string | undefined;
  readonly emailSent: boolean;
}

/** Mails the welcome again; on request under a new password. @throws AppError NOT_FOUND, MORE_POWER, OWN_ACCOUNT, STALE, BUSY */
export function resendWelcome(deps: SetUserPasswordDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: { userId: number; includeNewPassword: boolean }): Promise<ResentWelcome> => {
    const holder = await admit(ctx, input.userId);
    // A new password and a link are ways in: neither is for the account that asks.
    refuseOwn(ctx, input.userId);
    const temporaryPassword = input.includeNewPassword ? generatePassword() : undefined;
    const user =
      temporaryPassword === undefined
        ? await deps.db.system((tx) => findUser(tx, input.userId))
        : await store(deps, ctx, holder, temporaryPassword);
    if (user === undefined) throw notFound();
    return { temporaryPassword, emailSent: await deps.sendWelcome(user) };
  };
}

async function store(deps: SetUserPasswordDeps, ctx: Ctx, holder: Holder, password: string): Promise<User> {
  const hash = await deps.hasher.hash(password);
  return deps.db.system(async (tx: Tx) => {
    const user = await lockUnchanged(tx, holder);
    await setPassword(tx, user.id, hash);
    const objectIds = { userId: String(user.id) };
    const facts = { action: 'password_set', companyId: user.companyId ?? undefined, objectIds } as const;
    await tx.publish(auditMessage('identity', ctx, facts));
    return user;
  });
}
