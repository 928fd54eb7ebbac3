import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { User } from '../accounts/user.ts';
import { linkAddress, newPasswordLink, WELCOME_LIFE_MS } from '../sessions/passwords/password-link.ts';
import { insertLink, takeLink } from '../sessions/passwords/password-link-store.ts';
import { isAddressHeld } from './address-key.ts';
import { addressHeldMail, welcomeMail } from './welcome-mail.ts';

export interface SendWelcomeDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly consoleUrl: string;
}

/**
 * Mails the welcome with a single-use link or, if another user signs in with the address, an explanation. @returns
 * whether the mail server accepted it. The account exists without the mail
 */
export function sendWelcome(deps: SendWelcomeDeps) {
  return async (user: User): Promise<boolean> => {
    const { token, tokenSha256 } = newPasswordLink();
    try {
      if (await deps.db.system((tx) => isAddressHeld(tx, user.id))) {
        await deps.mailer.send(addressHeldMail(user, deps.consoleUrl));
        return true;
      }
      await deps.db.system((tx) => insertLink(tx, { tokenSha256, userId: user.id, lifeMs: WELCOME_LIFE_MS }));
      await deps.mailer.send(welcomeMail(user, deps.consoleUrl, linkAddress(deps.consoleUrl, token)));
      return true;
    } catch (err) {
      deps.log.warn('welcome mail was not sent', { userId: user.id, err });
      await deps.db.system((tx) => takeLink(tx, tokenSha256));
      return false;
    }
  };
}
export type SendWelcome = ReturnType<typeof sendWelcome>;
