import { Problem } from '@pii-vault/contract/problem';

/** Errors that a retry does not change: not found, erased or not permitted. */
const FINAL = [400, 403, 404, 410];

export const isRetryable = (error: unknown): boolean =>
  !(error instanceof Problem && FINAL.includes(error.status));
