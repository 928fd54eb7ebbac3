import { type ErrorDetail, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import { isReadableName } from '@pii-vault/platform/domain/readable-name';
import { z } from 'zod';
import { createUserPasswordProblem } from './password-rules.ts';
import { isRole, type Role } from './roles/role.ts';

export type UserStatus = 'active' | 'inactive' | 'suspended';

export interface User {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly status: UserStatus;
  /** null is "All Companies". */
  readonly companyId: number | null;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly rowVersion: number;
}

export interface NewUserInput {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly companyId?: number | undefined;
  readonly generatePassword: boolean;
  readonly password: string;
}

/** A validated NewUserInput: trimmed, with an existing role. */
export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly companyId: number | null;
}

const MAX_NAME_LENGTH = 100;
/** At most 64 octets before the @, 63 in a label of the domain and 254 in all (RFC 5321, 4.5.3.1; RFC 1035, 2.3.4). */
const emailPattern =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const emailFormat = z.email({ pattern: emailPattern }).max(254);

/** The form under which e-mail addresses are compared and unique: NFC, lower case, no blanks around. */
export function emailKey(email: string): string {
  // Receives any text of a login box, and PostgreSQL text cannot contain U+0000.
  return email.replaceAll('\u0000', '').toWellFormed().normalize('NFC').trim().toLowerCase();
}

export function isEmail(email: string): boolean {
  return emailFormat.safeParse(email.trim()).success;
}

/**
 * Checks a new user by the rules of the Add User dialog, all at once.
 * @throws AppError INVALID_ARGUMENT INVALID_USER with one detail per field
 */
export function checkNewUser(input: NewUserInput): NewUser {
  const problems: ErrorDetail[] = [];
  if (!isEmail(input.email)) problems.push({ path: 'email', message: 'Invalid email address' });
  problems.push(...nameProblems(input));
  if (!isRole(input.role)) problems.push({ path: 'role', message: 'Role is required' });
  if (input.companyId !== undefined && !(Number.isSafeInteger(input.companyId) && input.companyId > 0))
    problems.push({ path: 'companyId', message: 'Company is required' });
  const weak = input.generatePassword ? undefined : createUserPasswordProblem(input.password);
  if (weak !== undefined) problems.push({ path: 'password', message: weak });
  if (problems.length > 0 || !isRole(input.role)) throw invalidUser(problems);
  return {
    email: input.email.normalize('NFC').trim(),
    firstName: input.firstName.normalize('NFC').trim(),
    lastName: input.lastName.normalize('NFC').trim(),
    role: input.role,
    companyId: input.companyId ?? null,
  };
}

/** Problems of first and last name, as messages for the form. */
export function nameProblems(input: { firstName: string; lastName: string }): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  for (const [path, label] of [
    ['firstName', 'First name'],
    ['lastName', 'Last name'],
  ] as const) {
    const value = input[path].trim();
    if (value === '') problems.push({ path, message: `${label} is required` });
    else if (namesAddress.test(value))
      problems.push({ path, message: `${label} must not contain a web or mail address` });
    else if (value.length > MAX_NAME_LENGTH || !isReadableName(value))
      problems.push({ path, message: `${label} is not valid` });
  }
  return problems;
}

// Mails greet users by names that others chose. S/O and K.R. are no addresses.
const namesAddress = /@|:\/|\/\/|\bwww\.|\.\p{L}{2,}(?::\d+)?\//iu;

const invalidUser = (details: readonly ErrorDetail[]) =>
  invalidArgument('INVALID_USER', details[0]?.message ?? 'The user is not valid', { details });
