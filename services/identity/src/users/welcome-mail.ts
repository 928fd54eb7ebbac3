import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { User } from '../accounts/user.ts';

/**
 * Tells a user where to sign in. Contains no password: a single-use link, valid for three days, lets the reader set
 * one.
 */
export function welcomeMail(user: Pick<User, 'email' | 'firstName'>, consoleUrl: string, link: string): Mail {
  return {
    to: user.email,
    subject: 'Your PII Vault account',
    text: [
      `Hello ${nameInMail(user.firstName)},`,
      '',
      'an account on PII Vault was created for you. Choose your password here within three days:',
      '',
      link,
      '',
      `After that, sign in at ${consoleUrl} with this e-mail address.`,
    ].join('\n'),
  };
}

/** For the owner of the address: the creator of the second account does not learn about the first. */
export function addressHeldMail({ email }: Pick<User, 'email'>, consoleUrl: string): Mail {
  return {
    to: email,
    subject: 'A second PII Vault account for your address',
    text: [
      'Hello,',
      '',
      'an administrator of another company created an account on PII Vault for this e-mail address, which has one already.',
      'Nothing changed for you: you sign in as before, and the second account cannot be used to sign in.',
      '',
      'If you are to work for that company, ask the super admin of PII Vault to give your own account a role there.',
      'If you do not expect this, tell your administrator.',
      '',
      consoleUrl,
    ].join('\n'),
  };
}
