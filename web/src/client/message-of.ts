import { Problem } from '@pii-vault/contract/problem';
import { sentenceOf } from '../i18n/messages.ts';

/**
 * What to tell the user: what the server says, in the reader's language, else what the screen says of a failure. The
 * request for the password is for programs: a user who closed the dialog knows.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Problem) || error.reason === 'FRESH_PROOF_REQUIRED') return fallback;
  return sentenceOf(error) ?? fallback;
}
