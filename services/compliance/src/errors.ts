import {
  AppError,
  alreadyExists,
  failedPrecondition,
  invalidArgument,
  permissionDenied,
  resourceExhausted,
} from '@pii-vault/platform/core/errors/app-error';

/** Turns the conflict of a register's unique key into an error of its field. */
export function keyTaken(reason: 'PURPOSE_EXISTS' | 'RECIPIENT_CODE_EXISTS'): (thrown: unknown) => never {
  const [path, message] =
    reason === 'PURPOSE_EXISTS'
      ? ['purpose', 'This purpose is registered already']
      : ['code', 'A recipient with this code exists already'];
  return (thrown) => {
    const known = AppError.from(thrown);
    if (known.code !== 'ALREADY_EXISTS' || known.reason !== 'CONFLICT') throw known;
    throw alreadyExists(reason, message, { cause: known, details: [{ path, message }] });
  };
}

export const noticeExists = () =>
  alreadyExists(
    'NOTICE_EXISTS',
    'This purpose already has a notice of this version, and consents refer to it; publish a new version',
  );

export const grievanceClosed = () =>
  failedPrecondition(
    'GRIEVANCE_CLOSED',
    'The grievance is closed, and the time at which it was closed stays. Create another grievance to continue',
  );

/** @param path of the field in the request */
export const invalidEntry = (path: string, message: string) =>
  invalidArgument('INVALID_ENTRY', message, { details: [{ path, message }] });

/** One company must not fill the queue of all. */
export function tooManyReports(most: number): AppError {
  const message = `${most} reports of this company are in the queue; retry when some are finished`;
  return resourceExhausted('TOO_MANY_REPORTS', message, { retryAfterMs: 60_000 });
}

export const reportNotDone = () =>
  failedPrecondition('REPORT_NOT_DONE', 'This report is not finished yet, or it failed');

export const reviewOpen = () =>
  failedPrecondition(
    'REVIEW_OPEN',
    'A review of this company is open. Finish it, or start over, which discards its decisions',
  );

export const tooManyAccounts = (most: number) =>
  failedPrecondition(
    'TOO_MANY_ACCOUNTS',
    `More than ${most} accounts may enter this company, which is more than a review can list`,
  );

export const reviewClosed = () => failedPrecondition('REVIEW_CLOSED', 'This review is not open any more');

export const lineDecided = () => failedPrecondition('LINE_DECIDED', 'This line has been decided');

export const linesOpen = (count: number) =>
  failedPrecondition('LINES_OPEN', `${count} lines are not decided; decide them first`);

export const noEvidence = () =>
  failedPrecondition('NO_EVIDENCE', 'Only a finished review has signed evidence');

export const ownSessionRequired = () =>
  permissionDenied(
    'OWN_SESSION_REQUIRED',
    'API credentials and delegated tokens may not review access: sign in with your password and repeat the request',
  );

export const ownLine = () =>
  permissionDenied('OWN_LINE', 'This line is about your own account; another person must decide');

export const dependentLine = () =>
  permissionDenied(
    'DEPENDENT_LINE',
    'Your account and this one are not independent: within the last seven days one of them, or a third account, created ' +
      'the other or changed its password, second factors, address, role or status. Another person must decide',
  );
