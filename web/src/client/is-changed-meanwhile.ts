import { Problem } from '@pii-vault/contract/problem';

/** A save that was refused because the thing changed after it was read. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Problem && error.status === 412;
