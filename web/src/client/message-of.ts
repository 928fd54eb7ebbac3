import { Problem } from '@pii-vault/contract/problem';

/**
 * What to tell the user: the server's own words, else what the screen says of a failure. The request for the password is
 * for programs: a user who closed the dialog knows.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Problem) || error.reason === 'FRESH_PROOF_REQUIRED') return fallback;
  return error.detail || fallback;
}
