import { Problem } from '@pii-vault/contract/problem';
import { sentenceOf } from '../i18n/messages.ts';

/**
 * Message for the user: the server's, in the user's language, else the screen's own. None for FRESH_PROOF_REQUIRED: a
 * user who closed that dialog needs no message.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Problem) || error.reason === 'FRESH_PROOF_REQUIRED') return fallback;
  return sentenceOf(error) ?? fallback;
}
