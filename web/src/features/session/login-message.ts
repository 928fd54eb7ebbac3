import { Problem } from '@pii-vault/contract/problem';
import { inReaderLanguage, sentenceOf } from '../../i18n/messages.ts';

/** Thrown if the risk score of the browser is above 70. */
export class BlockedHere extends Error {
  constructor() {
    super('Access blocked due to security concerns. Please contact support.');
    this.name = 'BlockedHere';
  }
}

/** Whether the server requires the code that it sends by e-mail after a correct password. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof Problem && error.reason === 'LOGIN_THROTTLED';

/** Message for a refused login: the server's, else one per status, in the user's language. */
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
