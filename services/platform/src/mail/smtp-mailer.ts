import { createTransport } from 'nodemailer';
import type { Secret } from '../core/config/secret.ts';
import { unavailable } from '../core/errors/app-error.ts';
import { checkMail, type Mailer } from './mailer.ts';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS, demanded unless `allowsPlain` (a mailbox on this machine). */
  readonly isTls: boolean;
  readonly allowsPlain: boolean;
  /** PEM of the only trusted authority; default: those that the system trusts. */
  readonly tlsCa?: string;
  readonly login?: { readonly user: string; readonly password: Secret };
  /** Sender, for example "pii-vault <no-reply@example.org>". */
  readonly from: string;
}

export interface SmtpMailer extends Mailer {
  close(): void;
}

const TIMEOUT_MS = 10_000;

/** Hands mail to an SMTP server over at most three connections. */
export function smtpMailer(options: SmtpOptions): SmtpMailer {
  const transport = createTransport({
    host: options.host,
    port: options.port,
    secure: options.isTls,
    requireTLS: !options.isTls && !options.allowsPlain,
    ...(options.login && { auth: { user: options.login.user, pass: options.login.password.reveal() } }),
    ...(options.tlsCa !== undefined && { tls: { ca: options.tlsCa } }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isOnServer: !options.allowsPlain,
    async send(mail) {
      checkMail(mail);
      try {
        await transport.sendMail({
          from: options.from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: mail.messageId,
        });
      } catch (cause) {
        throw unavailable('MAIL_UNAVAILABLE', 'The mail could not be sent; try again later', { cause });
      }
    },
    close: () => transport.close(),
  };
}
