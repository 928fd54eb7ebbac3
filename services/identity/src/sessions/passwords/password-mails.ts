import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';

interface Reader {
  readonly email: string;
  readonly firstName: string;
}

/** The mail for a forgotten password. @param link valid for 30 minutes, once */
export function resetMail(user: Reader, link: string): Mail {
  return {
    to: user.email,
    subject: 'Reset your PII Vault password',
    text: [
      `Hello ${nameInMail(user.firstName)},`,
      '',
      'a new password was requested for your account. Set it here within 30 minutes:',
      '',
      link,
      '',
      'If you did not request it, ignore this mail: nothing has changed.',
    ].join('\n'),
  };
}
