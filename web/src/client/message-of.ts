import { Problem } from '@pii-vault/contract/problem';
import { inReaderLanguage, sentenceOfReason } from '../i18n/messages.ts';

/** What to tell the user: what the server says, in the reader's language, else what the screen says of a failure. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Problem) || !error.detail) return fallback;
  const sentence = inReaderLanguage(error.detail);
  return sentence === error.detail ? (sentenceOfReason(error.reason) ?? sentence) : sentence;
}
