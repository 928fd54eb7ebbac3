import { Problem } from '@pii-vault/contract/problem';
import { sentenceOf } from '../i18n/messages.ts';

/** What to tell the user: what the server says, in the reader's language, else what the screen says of a failure. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Problem ? (sentenceOf(error) ?? fallback) : fallback;
}
