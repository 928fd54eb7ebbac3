import { Problem } from '@pii-vault/contract/problem';

/** Whether a save was refused because the object changed after it was read. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Problem && error.status === 412;
