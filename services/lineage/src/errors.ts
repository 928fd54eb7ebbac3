import { AppError } from '@pii-vault/platform/core/errors/app-error';

export const invalidFilter = (path: string, message: string) =>
  new AppError('INVALID_ARGUMENT', 'INVALID_FILTER', message, { details: [{ path, message }] });

export const invalidDecision = (path: string, message: string) =>
  new AppError('INVALID_ARGUMENT', 'INVALID_DECISION', message, { details: [{ path, message }] });

export const ownStop = () =>
  new AppError(
    'PERMISSION_DENIED',
    'OWN_STOP',
    'This stop is of your own credential; another administrator of the company checks the alarm and lifts it',
  );

export const stale = () =>
  new AppError('FAILED_PRECONDITION', 'STALE', 'Somebody else changed this in the meantime; reload it');
