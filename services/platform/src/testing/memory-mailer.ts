import { checkMail, type Mail, type Mailer } from '../mail/mailer.ts';

export interface MemoryMailer extends Mailer {
  /** Sent mails, oldest first. */
  readonly sent: readonly Mail[];
}

/** Keeps mail in memory, for tests. */
export function memoryMailer(): MemoryMailer {
  const sent: Mail[] = [];
  return {
    sent,
    async send(mail) {
      checkMail(mail);
      sent.push(mail);
    },
  };
}
