import type { Logger } from '@pii-vault/platform/core/log/log';
import { type Mail, type Mailer, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { linkAddress, newPasswordLink, RESET_LIFE_MS } from './password-link.ts';
import { insertLink, takeLink } from './password-link-store.ts';
import { claimRequests, deleteRequests, type PasswordRequest } from './password-request-store.ts';

export interface MailLinksDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly consoleUrl: string;
}

const BATCH = 20;

/**
 * Mails the requested links. A request is deleted after its mail was accepted: after a crash in between the owner gets
 * a second link, never none.
 */
export function mailPasswordLinks(deps: MailLinksDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const requests = await deps.db.system((tx) => claimRequests(tx, BATCH));
      if (requests.length === 0) return;
      for (const request of requests) await mail(deps, request);
    }
  };
}

async function mail(deps: MailLinksDeps, { id, userId, email, firstName }: PasswordRequest): Promise<void> {
  if (userId !== null) {
    const { token, tokenSha256 } = newPasswordLink();
    await deps.db.system((tx) => insertLink(tx, { tokenSha256, userId, lifeMs: RESET_LIFE_MS }));
    try {
      await deps.mailer.send(resetMail({ email, firstName }, linkAddress(deps.consoleUrl, token)));
    } catch (err) {
      deps.log.warn('reset mail was not sent', { userId, err });
      // The retry creates a new link, because an undelivered link must not stay valid.
      await deps.db.system((tx) => takeLink(tx, tokenSha256));
      return;
    }
  }
  await deps.db.system((tx) => deleteRequests(tx, [id]));
}

interface Reader {
  readonly email: string;
  readonly firstName: string;
}

/** The mail for a forgotten password. @param link valid for 30 minutes, once */
function resetMail(user: Reader, link: string): Mail {
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
