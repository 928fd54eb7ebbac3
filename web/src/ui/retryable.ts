import { Problem } from '@pii-vault/contract/problem';

/** Refusals that the same call gets again: what is absent, erased or not allowed stays so. */
const FINAL = [400, 403, 404, 410];

export const isRetryable = (error: unknown): boolean =>
  !(error instanceof Problem && FINAL.includes(error.status));
