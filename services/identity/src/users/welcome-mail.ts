import type { Mail } from '@pii-vault/platform/mail/mailer';
import type { User } from './user.ts';

/**
 * Tells a user where to sign in. No password is in it: a link that works once, for three days, lets the reader set one.
 */
export function welcomeMail(user: Pick<User, 'email' | 'firstName'>, consoleUrl: string, link: string): Mail {
  return {
    to: user.email,
    subject: 'Your PII Vault account',
    text: [
      `Hello ${user.firstName},`,
      '',
      'an account on PII Vault was created for you. Choose your password here within three days:',
      '',
      link,
      '',
      `After that, sign in at ${consoleUrl} with this e-mail address.`,
    ].join('\n'),
  };
}
