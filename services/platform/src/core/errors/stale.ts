import { failedPrecondition } from './app-error.ts';

/** The object is no longer the one that the caller read. */
export const stale = () =>
  failedPrecondition('STALE', 'Somebody else changed this in the meantime; reload it');

/**
 * Holds a change to the version that the caller read (If-Match); without one, any version may be changed.
 * @throws AppError FAILED_PRECONDITION STALE
 */
export function requireVersion(wanted: number | undefined, rowVersion: number | undefined): void {
  if (wanted !== undefined && wanted !== rowVersion) throw stale();
}
