import type { ErrorDetail } from '@pii-vault/platform/core/errors/app-error';
import { invalid } from '../errors.ts';
import { isRole } from './roles/role.ts';
import { isEmail, nameProblems, type User, type UserStatus } from './user.ts';

/** Changes of a user; undefined members stay unchanged. */
export interface UserChange {
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly role?: string | undefined;
  /** null: "All Companies". */
  readonly companyId?: number | null | undefined;
  readonly status?: UserStatus | undefined;
}

/**
 * Checks a change by the rules of creating a user and trims it.
 * @throws AppError INVALID_ARGUMENT INVALID_USER with one detail per field
 */
export function checkUserChange(change: UserChange): UserChange {
  const problems: ErrorDetail[] = [];
  if (change.email !== undefined && !isEmail(change.email))
    problems.push({ path: 'email', message: 'Invalid email address' });
  const names = nameProblems({ firstName: change.firstName ?? 'A', lastName: change.lastName ?? 'A' });
  problems.push(...names);
  if (change.role !== undefined && !isRole(change.role))
    problems.push({ path: 'role', message: 'Role is required' });
  if (
    typeof change.companyId === 'number' &&
    !(Number.isSafeInteger(change.companyId) && change.companyId > 0)
  )
    problems.push({ path: 'companyId', message: 'Company is required' });
  if (problems.length > 0) throw invalid('INVALID_USER', problems);
  return {
    ...change,
    email: trimmed(change.email),
    firstName: trimmed(change.firstName),
    lastName: trimmed(change.lastName),
  };
}

/** Whether the change gives the user other rights, so that cached ones are invalid. */
export function changesRights(before: User, change: UserChange): boolean {
  return (
    (change.role !== undefined && change.role !== before.role) ||
    (change.companyId !== undefined && change.companyId !== before.companyId) ||
    (change.status !== undefined && change.status !== before.status)
  );
}

/** Whether an active super_admin would stop being one. */
export function endsSuperAdmin(before: User, change: UserChange): boolean {
  const isOne = before.role === 'super_admin' && before.status === 'active';
  const staysOne =
    (change.role ?? 'super_admin') === 'super_admin' && (change.status ?? 'active') === 'active';
  return isOne && !staysOne;
}

const trimmed = (text: string | undefined): string | undefined => text?.normalize('NFC').trim();
