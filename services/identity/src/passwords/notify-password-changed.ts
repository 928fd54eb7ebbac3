import type { Logger } from '@pii-vault/platform/log/log';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import type { User } from '../users/user.ts';
import { passwordChangedMail } from './password-mails.ts';

/** Mails the owner that the password is another one. The change stands whether or not the mail arrives. */
export function notifyPasswordChanged(deps: {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
}) {
  return async (user: Pick<User, 'id' | 'email' | 'firstName'>): Promise<void> => {
    try {
      await deps.mailer.send(passwordChangedMail(user));
    } catch (err) {
      deps.log.warn('password notice was not sent', { userId: user.id, err });
    }
  };
}
export type NotifyPasswordChanged = ReturnType<typeof notifyPasswordChanged>;
