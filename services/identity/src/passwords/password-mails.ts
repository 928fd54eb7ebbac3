import type { Mail } from '@pii-vault/platform/mail/mailer';

interface Reader {
  readonly email: string;
  readonly firstName: string;
}

/** The way back in for somebody who forgot the password. @param link valid for 30 minutes, once */
export function resetMail(user: Reader, link: string): Mail {
  return {
    to: user.email,
    subject: 'Reset your PII Vault password',
    text: [
      `Hello ${user.firstName},`,
      '',
      'somebody, we hope you, asked for a new password. Set it here within 30 minutes:',
      '',
      link,
      '',
      'If it was not you, nothing has changed, and you need not do anything.',
    ].join('\n'),
  };
}

/** Tells the owner that the password is another one now, in case it was not the owner. */
export function passwordChangedMail(user: Reader): Mail {
  return {
    to: user.email,
    subject: 'Your PII Vault password was changed',
    text: [
      `Hello ${user.firstName},`,
      '',
      'the password of your account was changed, and other sessions were signed out.',
      '',
      'If it was not you, tell your administrator at once.',
    ].join('\n'),
  };
}
