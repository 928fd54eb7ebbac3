import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@pii-vault/platform/core/config/secret';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type ErrorDetail, permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { setupPasswordProblem } from '../accounts/password-rules.ts';
import { emailKey, isEmail, type NewUser, nameProblems, type User } from '../accounts/user.ts';
import { insertUser } from '../accounts/user-store.ts';
import { invalid } from '../errors.ts';
import { userCreated } from '../events.ts';
import { asUser } from '../sessions/as-user.ts';
import type { PasswordHasher } from '../sessions/passwords/password-hasher.ts';

export interface SetupAdminDeps {
  readonly db: Pick<Database, 'system'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly setupCode: Secret | undefined;
}

export interface SetupAdminInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly setupCode?: string | undefined;
}

/** Whether the first super_admin is still missing. */
export async function needsSetup(tx: Tx): Promise<boolean> {
  return (await tx.query(`SELECT FROM setup`)).length === 0;
}

/**
 * Creates the first super_admin: exactly one of several concurrent calls succeeds, later ones get NOT_FOUND as for an
 * unknown path.
 * @throws AppError NOT_FOUND, INVALID_SETUP, PERMISSION_DENIED SETUP_CODE, OVERLOADED
 */
export function setupAdmin({ db, hasher, setupCode }: SetupAdminDeps) {
  return async (ctx: Ctx, input: SetupAdminInput): Promise<User> => {
    if (!(await db.system(needsSetup))) throw notFound();
    checkSetupCode(setupCode, input.setupCode ?? '');
    const user = checkSetup(input);
    return db.system(async (tx) => {
      // Waits for a concurrent winner's commit, after which nothing is inserted. Only the winner hashes.
      const won = await tx.query(
        `INSERT INTO setup DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING only_row`,
      );
      if (won.length === 0) throw notFound();
      const hash = await hasher.hash(input.password, ctx);
      const created = await insertUser(tx, user, emailKey(user.email), { hash, isTemporary: false });
      await tx.publish(userCreated(created));
      const objectIds = { userId: String(created.id) };
      await tx.publish(
        auditMessage('identity', asUser(ctx, created.id, ''), { action: 'setup_admin', objectIds }),
      );
      return created;
    });
  };
}

function checkSetupCode(expected: Secret | undefined, given: string): void {
  if (expected === undefined) return;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(expected.reveal()), digest(given)))
    throw permissionDenied('SETUP_CODE', 'The setup code is wrong');
}

function checkSetup(input: SetupAdminInput): NewUser {
  const fields = ['firstName', 'lastName', 'email', 'password'] as const;
  const missing = fields.filter((field) => input[field].trim() === '');
  if (missing.length > 0)
    throw invalid(
      'INVALID_SETUP',
      missing.map((path) => ({ path, message: 'All fields are required' })),
    );
  const problems: ErrorDetail[] = nameProblems(input);
  if (!isEmail(input.email)) problems.push({ path: 'email', message: 'Invalid email address' });
  const weak = setupPasswordProblem(input.password);
  if (weak !== undefined) problems.push({ path: 'password', message: weak });
  if (problems.length > 0) throw invalid('INVALID_SETUP', problems);
  const { email, firstName, lastName } = input;
  return {
    email: email.normalize('NFC').trim(),
    firstName: firstName.normalize('NFC').trim(),
    lastName: lastName.normalize('NFC').trim(),
    role: 'super_admin',
    companyId: null,
  };
}
