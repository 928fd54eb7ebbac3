import { loadConfig } from '@pii-vault/platform/core/config/config';
import { smtpConfig, smtpOptions } from '@pii-vault/platform/mail/smtp-config';
import { type SmtpMailer, smtpMailer } from '@pii-vault/platform/mail/smtp-mailer';

export const LOGIN = { user: 'vault', password: 'a word that is long enough' };
export const LOGIN_ENV = { SMTP_USER: LOGIN.user, SMTP_PASSWORD: LOGIN.password };

/** A mailer configured by settings, for a server on this machine. */
export function mailerTo(port: number, env: Readonly<Record<string, string>>): SmtpMailer {
  const where = {
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(port),
    SMTP_FROM: 'PII Vault <vault@example.org>',
  };
  const options = smtpOptions(loadConfig(smtpConfig, { ...where, ...env }));
  if (options === undefined) throw new Error('The settings gave no mail server');
  return smtpMailer(options);
}
