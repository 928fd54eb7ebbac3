import { AppError, type ErrorDetail } from '@pii-vault/platform/errors/app-error';

/** The one answer to an unknown user, a wrong password and an inactive user. */
export function invalidCredentials(): AppError {
  return new AppError('UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'Invalid email or password');
}

export function loginThrottled(retryAfterMs: number): AppError {
  return new AppError('RESOURCE_EXHAUSTED', 'LOGIN_THROTTLED', 'Additional verification required', {
    retryAfterMs,
  });
}

/** @param reasons sentences for the person, one detail each */
export function loginBlocked(reasons: readonly string[]): AppError {
  const details = reasons.map((message) => ({ path: 'reasons', message }));
  return new AppError('PERMISSION_DENIED', 'LOGIN_BLOCKED', 'Access blocked due to security concerns', {
    details,
  });
}

export function emailExists(cause: unknown): AppError {
  return new AppError('ALREADY_EXISTS', 'EMAIL_EXISTS', 'A user with this email already exists', { cause });
}

export function morePower(): AppError {
  return new AppError('PERMISSION_DENIED', 'MORE_POWER', 'This would give more permissions than you have');
}

export function companyNeeded(): AppError {
  return new AppError(
    'PERMISSION_DENIED',
    'COMPANY_NEEDED',
    'Only a super admin can create users for all companies',
  );
}

export function roleAssigned(cause: unknown): AppError {
  return new AppError('ALREADY_EXISTS', 'ROLE_ASSIGNED', 'The user has a role in this company already', {
    cause,
  });
}

export function superAdminEverywhere(): AppError {
  return new AppError(
    'FAILED_PRECONDITION',
    'SUPER_ADMIN_EVERYWHERE',
    'A super admin has every company; a role in one would change nothing',
  );
}

export function credentialsExist(cause: unknown): AppError {
  return new AppError('ALREADY_EXISTS', 'CREDENTIALS_EXIST', 'The user has API credentials already', {
    cause,
  });
}

export function noSession(): AppError {
  return new AppError('FAILED_PRECONDITION', 'NO_SESSION', 'API credentials have no session to end');
}

/** A token for every company of this caller would be too large to sign. */
export function companyRequired(): AppError {
  return new AppError('FAILED_PRECONDITION', 'COMPANY_REQUIRED', 'companyId is required');
}

export function invalid(reason: string, details: readonly ErrorDetail[]): AppError {
  return new AppError('INVALID_ARGUMENT', reason, details[0]?.message ?? 'The request is not valid', {
    details,
  });
}
