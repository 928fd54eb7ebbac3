import {
  type AppError,
  alreadyExists,
  failedPrecondition,
  invalidArgument,
  permissionDenied,
} from '@pii-vault/platform/core/errors/app-error';

export const companyCodeExists = (cause: unknown) =>
  alreadyExists('COMPANY_CODE_EXISTS', 'Company code already exists', { cause });

export const agreementExists = (cause: unknown) =>
  alreadyExists('AGREEMENT_EXISTS', 'These companies have an agreement for this purpose already', {
    cause,
  });

export const notPending = () =>
  failedPrecondition('NOT_PENDING', 'This agreement is not waiting for an answer');

export const otherSideAnswers = () =>
  permissionDenied('OTHER_SIDE_ANSWERS', 'The other company has to accept this agreement');

export const stillSuspended = () => permissionDenied('SUSPENDED', 'Only a super admin can end a suspension');

export const invalidReason = (message: string) =>
  invalidArgument('INVALID_REASON', message, { details: [{ path: 'reason', message }] });

export const notSuspended = () => failedPrecondition('NOT_SUSPENDED', 'This company is not suspended');

export const reactivationRequested = () =>
  failedPrecondition('REACTIVATION_REQUESTED', 'The reactivation of this company is requested already');

export const noReactivationRequest = () =>
  failedPrecondition('NO_REACTIVATION_REQUEST', 'No request to reactivate this company is open');

export const reactivationToday = () =>
  failedPrecondition(
    'REACTIVATION_TODAY',
    'The reactivation of this company was requested in the last 24 hours; request it later',
  );

export const tooManyIds = () => invalidArgument('TOO_MANY_IDS', 'At most 1000 ids');

/** A third secret would drop one that the receiver may still use. */
export function formerSecretValid(until: Date): AppError {
  const message = `The former secret signs until ${until.toISOString()}; replace the secret after that`;
  return failedPrecondition('FORMER_SECRET_VALID', message);
}

export const tooManyWebhooks = (most: number) =>
  failedPrecondition('TOO_MANY_WEBHOOKS', `A company has at most ${most} webhooks`);

/** `held` names the number and kind of objects, for example '3 people'. */
export const companyNotEmpty = (held: readonly string[]) =>
  failedPrecondition('COMPANY_NOT_EMPTY', `This company still has ${held.join(', ')}; delete them first`);
