import { AppError } from './app-error.ts';

/** An unconfirmed change that would block the caller's own address. */
export const locksOut = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'LOCKS_OUT',
    'This change would block your own address; confirm it to apply it anyway',
  );
