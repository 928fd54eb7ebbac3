import { AppError } from './app-error.ts';

/** Absent, or another company's: the two are the same answer, so that nobody learns which ids exist. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
}
