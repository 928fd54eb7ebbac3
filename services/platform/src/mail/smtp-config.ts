import { z } from 'zod';
import { type ConfigOf, defineConfig, secret } from '../core/config/config.ts';
import { isProduction } from '../core/config/production.ts';
import type { SmtpOptions } from './smtp-mailer.ts';

/** The mail server. Without SMTP_HOST no mail is sent, and sending one fails with an error that says so. */
export const smtpConfig = defineConfig(
  'SMTP',
  {
    host: z.string().min(1).optional(),
    port: z.coerce.number().int().min(1).max(65535).default(587),
    /** TLS from the first byte (port 465); otherwise STARTTLS is demanded. */
    tls: z.stringbool().default(false),
    /** PEM of the authority that signed the server's certificate; unset: those that the system trusts. */
    tlsCa: z.string().min(1).optional(),
    /** No TLS at all: for a mailbox on this machine. */
    allowsPlain: z.stringbool().default(false),
    user: z.string().min(1).optional(),
    password: secret().optional(),
    from: z.string().min(1).default('PII Vault <vault@localhost>'),
  },
  ({ user, password, allowsPlain }, env) => [
    ...((user === undefined) === (password === undefined)
      ? []
      : ['SMTP_USER: goes together with SMTP_PASSWORD_FILE']),
    ...(allowsPlain === true && isProduction(env)
      ? ['SMTP_ALLOWS_PLAIN: production needs TLS to the mail server; unset it']
      : []),
  ],
);

/** @returns undefined when no mail server is configured */
export function smtpOptions(config: ConfigOf<typeof smtpConfig>): SmtpOptions | undefined {
  const { host, port, tls, tlsCa, allowsPlain, user, password, from } = config;
  if (host === undefined) return undefined;
  const login = user === undefined || password === undefined ? {} : { login: { user, password } };
  return { host, port, isTls: tls, allowsPlain, from, ...login, ...(tlsCa === undefined ? {} : { tlsCa }) };
}
