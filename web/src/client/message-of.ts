import { Problem } from '@pii-vault/contract/problem';
import { sentenceOf } from '../i18n/messages.ts';

/**
 * Message for the user: the server's, translated, else `fallback`. Always `fallback` for FRESH_PROOF_REQUIRED: the
 * user closed the password dialog.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Problem) || error.reason === 'FRESH_PROOF_REQUIRED') return fallback;
  return sentenceOf(error) ?? fallback;
}
