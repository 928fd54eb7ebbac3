import { type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import { isProduction } from '@pii-vault/platform/core/config/production';
import { smtpConfig } from '@pii-vault/platform/mail/smtp-config';
import { type Mailbox, startMailbox } from './mailbox.ts';

/** The mailbox of an evaluation, and the settings that send mail to it. */
export interface LocalMail {
  /** Undefined in production and when SMTP_HOST is set. */
  readonly mailbox: Mailbox | undefined;
  readonly env: Environment;
}

/**
 * Starts the mailbox outside production when SMTP_HOST is not set. Its address is a secret, so production never has
 * one.
 */
export async function startLocalMail(folder: string, env: Environment): Promise<LocalMail> {
  if (isProduction(env) || loadConfig(smtpConfig, env).host !== undefined)
    return { mailbox: undefined, env: {} };
  const mailbox = await startMailbox(folder);
  return {
    mailbox,
    env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.smtpPort), SMTP_ALLOWS_PLAIN: 'true' },
  };
}

/** A line for the terminal. */
export function describeMail(mailbox: string | undefined): string {
  return mailbox ?? 'none; mail is sent to SMTP_HOST';
}
