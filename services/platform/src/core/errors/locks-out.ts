import { AppError } from './app-error.ts';

/** An unconfirmed change that would block the caller's own access. */
export const locksOut = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'LOCKS_OUT',
    'This change would block your own access; confirm it to apply it anyway',
  );
