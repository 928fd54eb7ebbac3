import { Problem } from '@pii-vault/contract/problem';
import { inReaderLanguage, sentenceOf } from '../../i18n/messages.ts';

/** The browser's own risk score was above 70. */
export class BlockedHere extends Error {
  constructor() {
    super('Access blocked due to security concerns. Please contact support.');
    this.name = 'BlockedHere';
  }
}

/** The server asks for the code that it mails when the password is right. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof Problem && error.reason === 'LOGIN_THROTTLED';

/** The text of a refused login: the server's, or one for each status, in the reader's language. */
export function loginMessage(error: unknown): string {
  if (error instanceof BlockedHere) return inReaderLanguage(error.message);
  if (!(error instanceof Problem)) return inReaderLanguage('Network error. Please try again.');
  const { reasons, error: serverError } = error.body;
  const message = sentenceOf(error);
  switch (true) {
    case error.status === 403: {
      const text = message || inReaderLanguage('Access blocked due to security concerns');
      return reasons?.length ? `${text}: ${reasons.map(inReaderLanguage).join(', ')}` : text;
    }
    case error.status === 429: {
      const text = message || inReaderLanguage('Additional verification required');
      if (error.reason === 'LOGIN_SLOWED') return text;
      return `${text.replace(/\.$/, '')}. ${inReaderLanguage('Please try again or contact support')}`;
    }
    case Boolean(serverError):
      return message ? `${serverError} - ${message}` : `${serverError}`;
    default:
      return message || inReaderLanguage('Login failed');
  }
}
