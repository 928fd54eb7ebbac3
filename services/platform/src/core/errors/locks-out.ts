import { AppError } from './app-error.ts';

/** A change after which its maker would not come in again, and which was not confirmed. */
export const locksOut = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'LOCKS_OUT',
    'You would not come in again from where you are; confirm it if you mean it',
  );
