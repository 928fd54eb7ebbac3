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

/**
 * Who failed when the product sent no message: the server, or a proxy before it, answered with something else; or no
 * answer came.
 */
export const silentFault = (error: unknown): 'server' | 'network' =>
  error instanceof Problem || error instanceof SyntaxError ? 'server' : 'network';
