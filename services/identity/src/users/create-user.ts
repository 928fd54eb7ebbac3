import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { missingPermission, requirePermission } from '@pii-vault/platform/core/context/permissions';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Scope, Tx } from '@pii-vault/platform/postgres/database';
import { once } from '@pii-vault/platform/postgres/idempotency/once';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import { noteAccountChange } from '../accounts/changes/account-changes.ts';
import type { CompanyDirectory } from '../accounts/companies/company-directory.ts';
import { generatePassword } from '../accounts/password-rules.ts';
import type { LoadPowers } from '../accounts/roles/load-powers.ts';
import { isMatchFor } from '../accounts/roles/powers.ts';
import { checkNewUser, type NewUser, type NewUserInput, type User } from '../accounts/user.ts';
import { findUser, insertUser, type NewPassword } from '../accounts/user-store.ts';
import { companyNeeded, emailConflict, emailExists, morePower } from '../errors.ts';
import { userCreated } from '../events.ts';
import { type MailBudget, senderOf } from '../protection/notices/mail-budget.ts';
import type { PasswordHasher } from '../sessions/passwords/password-hasher.ts';
import { addressKey } from './address-key.ts';
import type { SendWelcome } from './send-welcome.ts';

export interface CreateUserDeps {
  readonly db: Database;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly companies: Pick<CompanyDirectory, 'exists'>;
  readonly loadPowers: LoadPowers;
  readonly sendWelcome: SendWelcome;
  readonly mails: MailBudget;
  readonly self: SelfContext;
}

export interface CreateUserInput extends NewUserInput {
  readonly sendEmail: boolean;
}

export interface CreatedUser {
  readonly user: User;
  /** Shown once; its user must change it at the first sign-in. */
  readonly temporaryPassword: string | undefined;
  readonly emailSent: boolean;
}

/**
 * Creates a user with at most the caller's permissions in each of its companies. Does not disclose that another
 * company's user has the address: deploy/decisions/0013-addresses-of-others.md.
 * @throws AppError INVALID_USER, EMAIL_EXISTS, MORE_POWER, COMPANY_NEEDED, NOT_FOUND (no such company), OVERLOADED
 */
export function createUser(deps: CreateUserDeps) {
  return async (ctx: Ctx, input: CreateUserInput): Promise<CreatedUser> => {
    const user = checkNewUser(input);
    const scope = await admitted(deps, ctx, user);
    const temporaryPassword = input.generatePassword ? generatePassword() : undefined;
    const hash = await deps.hasher.hash(temporaryPassword ?? input.password, ctx);
    const key = await deps.db.system((tx) => addressKey(tx, deps.self(), ctx.caller, user));
    let isNew = false;
    const created = await deps.db
      .tenant(scope, (tx) => {
        const create = () => {
          isNew = true;
          return insertAndTell(tx, ctx, user, key, { hash, isTemporary: input.generatePassword });
        };
        const showsSecretOnce = input.generatePassword;
        return once(
          tx,
          ctx,
          { ...callOf(user), showsSecretOnce },
          create,
          async (id) => await findUser(tx, id),
        );
      })
      .catch(emailConflict);
    const emailSent = isNew && input.sendEmail && (await mailWelcome(deps, ctx, created));
    return { user: created, temporaryPassword, emailSent };
  };
}

/** Without a mail the account exists: the creator sees `emailSent: false`. */
async function mailWelcome({ mails, sendWelcome }: CreateUserDeps, ctx: Ctx, user: User): Promise<boolean> {
  return (
    (await mails.take('welcome', senderOf(ctx, user.id), user.email)) !== 'withhold' && sendWelcome(user)
  );
}

async function insertAndTell(
  tx: Tx,
  ctx: Ctx,
  user: NewUser,
  key: string | undefined,
  password: NewPassword,
): Promise<User> {
  if (key === undefined) throw emailExists();
  const inserted = await insertUser(tx, user, key, password);
  await noteAccountChange(tx, ctx, inserted.id, 'created');
  await tx.publish(userCreated(inserted));
  const objectIds = { userId: String(inserted.id), role: inserted.role };
  const companyId = inserted.companyId ?? undefined;
  await tx.publish(auditMessage('identity', ctx, { action: 'user_create', companyId, objectIds }));
  return inserted;
}

function callOf(user: NewUser) {
  const parts = [user.email, user.firstName, user.lastName, user.role];
  return { companyId: user.companyId ?? 0, route: 'CreateUser', parts };
}

async function admitted(deps: CreateUserDeps, ctx: Ctx, user: NewUser): Promise<Scope> {
  const caller = userCaller(ctx);
  if (user.companyId !== null) requirePermission(ctx, 'users:manage', user.companyId);
  else if (!caller.isSuperAdmin) throw companyNeeded();
  const holder = { ...user, companyRoles: [] };
  if (!isMatchFor(caller, holder, await deps.loadPowers(ctx, holder))) throw morePower();
  if (user.companyId !== null && !(await deps.companies.exists(ctx, user.companyId))) throw notFound();
  return caller.isSuperAdmin || user.companyId === null ? 'all' : { companies: [user.companyId] };
}

function userCaller(ctx: Ctx): UserCaller {
  if (ctx.caller.kind !== 'user') throw missingPermission('users:manage');
  return ctx.caller;
}
