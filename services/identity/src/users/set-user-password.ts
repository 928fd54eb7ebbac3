import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Tx } from '@pii-vault/platform/db/database';
import { notFound } from '@pii-vault/platform/errors/not-found';
import { weakPassword } from '../errors.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { createUserPasswordProblem, generatePassword } from '../passwords/password-rules.ts';
import { setPassword } from '../passwords/set-password.ts';
import { type ManagedUserDeps, managedUser } from './managed-user.ts';
import type { SendWelcome } from './send-welcome.ts';
import type { User } from './user.ts';
import { lockUser } from './user-change-store.ts';
import { findUser } from './user-store.ts';

export interface SetUserPasswordDeps extends ManagedUserDeps {
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly sendWelcome: SendWelcome;
}

/** Sets another user's password and ends its sessions. @throws AppError WEAK_PASSWORD, NOT_FOUND, MORE_POWER, BUSY */
export function setUserPassword(deps: SetUserPasswordDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: { userId: number; password: string }): Promise<void> => {
    const weak = createUserPasswordProblem(input.password);
    if (weak !== undefined) throw weakPassword('password', [weak]);
    await admit(ctx, input.userId);
    await store(deps, ctx, input.userId, input.password);
  };
}

export interface ResentWelcome {
  /** Shown once. */
  readonly temporaryPassword: string | undefined;
  readonly emailSent: boolean;
}

/** Mails the welcome again; on request under a new password. @throws AppError NOT_FOUND, MORE_POWER, BUSY */
export function resendWelcome(deps: SetUserPasswordDeps) {
  const admit = managedUser(deps);
  return async (ctx: Ctx, input: { userId: number; includeNewPassword: boolean }): Promise<ResentWelcome> => {
    await admit(ctx, input.userId);
    const temporaryPassword = input.includeNewPassword ? generatePassword() : undefined;
    const user =
      temporaryPassword === undefined
        ? await deps.db.system((tx) => findUser(tx, input.userId))
        : await store(deps, ctx, input.userId, temporaryPassword);
    if (user === undefined) throw notFound();
    return { temporaryPassword, emailSent: await deps.sendWelcome(user) };
  };
}

async function store(deps: SetUserPasswordDeps, ctx: Ctx, userId: number, password: string): Promise<User> {
  const hash = await deps.hasher.hash(password);
  return deps.db.system(async (tx: Tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw notFound();
    await setPassword(tx, userId, hash);
    const objectIds = { userId: String(userId) };
    const facts = { action: 'password_set', companyId: user.companyId ?? undefined, objectIds } as const;
    await tx.publish(auditMessage('identity', ctx, facts));
    return user;
  });
}
