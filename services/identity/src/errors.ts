import {
  AppError,
  alreadyExists,
  type ErrorDetail,
  failedPrecondition,
  invalidArgument,
  permissionDenied,
  resourceExhausted,
  unavailable,
} from '@pii-vault/platform/core/errors/app-error';

/** The same error for an unknown user, a wrong password and an inactive user. */
export const invalidCredentials = () =>
  new AppError('UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'Invalid email or password');

export const loginThrottled = (retryAfterMs: number) =>
  resourceExhausted('LOGIN_THROTTLED', 'Additional verification required', { retryAfterMs });

/** The password was not checked: many logins from the address have failed, and this one has to return. */
export const loginSlowed = (retryAfterMs: number) =>
  resourceExhausted(
    'LOGIN_SLOWED',
    'Many sign-ins from your network have failed. Try again in a few seconds.',
    { retryAfterMs },
  );

/** The password was not checked, because the hashing queue is too long. */
export const overloaded = (retryAfterMs: number) =>
  unavailable('OVERLOADED', 'Too busy right now. Please try again.', { retryAfterMs });

export function isOverloaded(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'OVERLOADED';
}

/** For a promise's `catch`: runs `work` when the error is OVERLOADED; rethrows every error. */
export function afterOverloaded(work: () => Promise<void> | void): (error: unknown) => Promise<never> {
  return async (error) => {
    if (isOverloaded(error)) await work();
    throw error;
  };
}

/** @param reasons sentences for the person, one detail each */
export function loginBlocked(reasons: readonly string[]): AppError {
  const details = reasons.map((message) => ({ path: 'reasons', message }));
  return permissionDenied('LOGIN_BLOCKED', 'Access blocked due to security concerns', { details });
}

export const emailExists = (cause?: unknown) =>
  alreadyExists('EMAIL_EXISTS', 'A user with this email already exists', { cause });

export const morePower = () =>
  permissionDenied('MORE_POWER', 'This would give more permissions than you have');

export const companyNeeded = () =>
  permissionDenied('COMPANY_NEEDED', 'Only a super admin can create users for all companies');

/** Turns the conflict of the unique index on addresses into its own error. */
export function emailConflict(error: unknown): never {
  const known = AppError.from(error);
  throw known.code === 'ALREADY_EXISTS' && known.reason === 'CONFLICT' ? emailExists(known) : known;
}

export const lastSuperAdmin = () =>
  failedPrecondition(
    'LAST_SUPER_ADMIN',
    'The last super admin cannot be deleted, deactivated or given another role',
  );

export const lastAdministrator = () =>
  failedPrecondition(
    'LAST_ADMINISTRATOR',
    'This is the last active administrator of a company: only a super admin can remove, disable or demote it',
  );

export const ownAccount = () => failedPrecondition('OWN_ACCOUNT', 'This cannot be done to your own account');

export const roleAssigned = (cause: unknown) =>
  alreadyExists('ROLE_ASSIGNED', 'The user has a role in this company already', { cause });

export const superAdminEverywhere = () =>
  failedPrecondition(
    'SUPER_ADMIN_EVERYWHERE',
    'A super admin already has access to every company; a role in one has no effect',
  );

export const credentialsExist = (cause: unknown) =>
  alreadyExists('CREDENTIALS_EXIST', 'The user has API credentials already', { cause });

export const noSession = (message = 'API credentials have no session to end') =>
  failedPrecondition('NO_SESSION', message);

/** A token for all companies of this caller would exceed the size limit. */
export const companyRequired = () => failedPrecondition('COMPANY_REQUIRED', 'companyId is required');

export const invalid = (reason: string, details: readonly ErrorDetail[]) =>
  invalidArgument(reason, details[0]?.message ?? 'The request is not valid', { details });

export const invalidResetToken = () =>
  invalidArgument('INVALID_RESET_TOKEN', 'Invalid or expired reset token.');

export const wrongPassword = () => invalidArgument('WRONG_PASSWORD', 'Current password is incorrect');

/** @param path the field of the request that holds the password */
export function weakPassword(path: string, problems: readonly string[]): AppError {
  return invalid(
    'WEAK_PASSWORD',
    problems.map((message) => ({ path, message })),
  );
}

export const mailsTooMany = () =>
  resourceExhausted(
    'MAILS_TOO_MANY',
    'Too many mails of this kind were sent within 24 hours; nothing was changed. Try again tomorrow.',
    { retryAfterMs: 3_600_000 },
  );

/** The same error for every wrong factor. */
export const wrongFactor = (cause?: unknown) =>
  invalidArgument('WRONG_FACTOR', 'The second factor is wrong', { cause });

/** Used, replaced by a newer one, or too old. */
export const challengeOver = () =>
  invalidArgument('CHALLENGE_OVER', 'This step has expired or was used already: start again');

/** The user must have a factor: the password alone is no proof. */
export const factorProofRequired = () =>
  invalidArgument(
    'FACTOR_PROOF_REQUIRED',
    'Your role needs a second factor: confirm with a passkey or a code of your authenticator app',
  );

export const lastFactor = () =>
  failedPrecondition(
    'LAST_FACTOR',
    'Your role needs a second factor: add another one before you remove this one',
  );

export const noFactor = () => failedPrecondition('NO_FACTOR', 'The account has no second factor');

export const nothingLacks = () =>
  failedPrecondition('NOTHING_LACKS', 'This session does not wait for a second factor');

export const tooManyFactors = (limit: number) =>
  failedPrecondition('TOO_MANY_FACTORS', `At most ${limit} second factors: remove one first`);

export const invalidRoles = (roles: readonly string[]) =>
  invalidArgument('INVALID_ROLES', `The roles are ${roles.join(', ')}`, {
    details: [{ path: 'roles', message: `is a list of ${roles.join(', ')}` }],
  });

export const passkeyExists = () => alreadyExists('PASSKEY_EXISTS', 'This passkey is in use already');

export const tokenFromToken = () =>
  permissionDenied('TOKEN_FROM_TOKEN', 'Sign in yourself: a token cannot make tokens');

export const tooManyBlocks = (limit: number) =>
  failedPrecondition('TOO_MANY_BLOCKS', `At most ${limit} addresses are blocked at a time; block ranges`);
