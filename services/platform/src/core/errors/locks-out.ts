import { AppError } from './app-error.ts';

/** A change that would block the address of its own caller, and that was not confirmed. */
export const locksOut = () =>
  new AppError(
    'FAILED_PRECONDITION',
    'LOCKS_OUT',
    'This change would block your own address; confirm it to apply it anyway',
  );
