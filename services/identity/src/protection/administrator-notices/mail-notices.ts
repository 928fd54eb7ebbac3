import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { noticeMail } from './notice-mail.ts';
import { claimMails, type DueMail, deleteMail } from './notice-store.ts';

export interface MailNoticesDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly consoleUrl: string;
}

/** One at a time: the lease of a claimed mail must outlast its attempts. */
const BATCH = 1;

/**
 * Sends the pending mails. A mail is deleted when the mail server has accepted it; after a crash in between it is sent
 * again with the same Message-ID.
 */
export function mailNotices(deps: MailNoticesDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const due = await deps.db.system((tx) => claimMails(tx, BATCH));
      if (due.length === 0) return;
      for (const one of due)
        if (await send(deps, one)) await deps.db.system((tx) => deleteMail(tx, one.noticeId, one.userId));
    }
  };
}

/** @returns whether nothing is left to do */
async function send(
  { mailer, log, consoleUrl }: MailNoticesDeps,
  { noticeId, notice, reader }: DueMail,
): Promise<boolean> {
  if (reader === undefined) return true;
  try {
    await mailer.send(noticeMail(reader, noticeId, notice, consoleUrl));
    return true;
  } catch (err) {
    log.warn('an administrator got no mail about a notice yet', {
      userId: reader.id,
      kind: notice.kind,
      err,
    });
    return false;
  }
}
