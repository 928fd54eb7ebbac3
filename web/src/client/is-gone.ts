import { Problem } from '@pii-vault/contract/problem';

/** Whether the object of a call does not exist for this user (any more): not found, deleted or erased. */
export const isGone = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 404 || error.status === 410);
