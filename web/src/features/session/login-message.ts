import { Problem } from '@pii-vault/contract/problem';

/** The browser's own risk score was above 70. */
export class BlockedHere extends Error {
  constructor() {
    super('Access blocked due to security concerns. Please contact support.');
    this.name = 'BlockedHere';
  }
}

/** The text of a refused login: the server's, or one for each status. */
export function loginMessage(error: unknown): string {
  if (error instanceof BlockedHere) return error.message;
  if (!(error instanceof Problem)) return 'Network error. Please try again.';
  const { message, reasons, error: serverError } = error.body;
  switch (true) {
    case error.status === 403: {
      const text = message || 'Access blocked due to security concerns';
      return reasons?.length ? `${text}: ${reasons.join(', ')}` : text;
    }
    case error.status === 429:
      return `${message || 'Additional verification required'}. Please try again or contact support`;
    case Boolean(serverError):
      return message ? `${serverError} - ${message}` : `${serverError}`;
    default:
      return message || 'Login failed';
  }
}
