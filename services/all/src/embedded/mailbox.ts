import { freePort } from '@pii-vault/platform/db/embedded-postgres';
import { MailDev } from 'maildev';

/** The local mailbox: takes every mail over SMTP, keeps it in memory, shows it on a page. */
export interface Mailbox {
  readonly smtpPort: number;
  readonly address: string;
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const [smtp, web] = [await freePort(), await freePort()];
  const mailbox = new MailDev({
    smtp,
    web,
    ip: '127.0.0.1',
    webIp: '127.0.0.1',
    silent: true,
    maxEmails: 500,
  });
  await mailbox.start();
  return { smtpPort: smtp, address: `http://localhost:${web}`, stop: () => mailbox.stop() };
}
