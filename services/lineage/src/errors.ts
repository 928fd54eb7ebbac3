import { AppError } from '@pii-vault/platform/errors/app-error';

export const invalidFilter = (path: string, message: string) =>
  new AppError('INVALID_ARGUMENT', 'INVALID_FILTER', message, { details: [{ path, message }] });
