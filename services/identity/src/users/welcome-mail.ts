import type { Mail } from '@pii-vault/platform/mail/mailer';
import type { User } from './user.ts';

/** Tells a new user where to sign in. The password is never in it: who made the account hands that over. */
export function welcomeMail(user: Pick<User, 'email' | 'firstName'>, consoleUrl: string): Mail {
  return {
    to: user.email,
    subject: 'Your PII Vault account',
    text: [
      `Hello ${user.firstName},`,
      '',
      'an account on PII Vault was created for you.',
      '',
      `Sign in at ${consoleUrl} with this e-mail address. Your administrator gives you the password.`,
    ].join('\n'),
  };
}
