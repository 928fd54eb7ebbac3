import type { Logger } from '@pii-vault/platform/core/log/log';
import { type Mailer, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { findUser } from '../../accounts/user-store.ts';
import { newLoginCode } from './login-code.ts';
import { storeCode } from './login-code-store.ts';

export interface SendCodeDeps {
  readonly db: Pick<Database, 'system'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Mails a login code after the response, so that its time does not show that the password was correct. */
export function sendCode(deps: SendCodeDeps) {
  return (userId: number): void => {
    mailCode(deps, userId).catch((err: unknown) => deps.log.warn('login code was not sent', { userId, err }));
  };
}
export type SendCode = ReturnType<typeof sendCode>;

async function mailCode({ db, mailer }: SendCodeDeps, userId: number): Promise<void> {
  const made = newLoginCode();
  const user = await db.system(async (tx) =>
    (await storeCode(tx, userId, made)) ? findUser(tx, userId) : undefined,
  );
  if (user === undefined) return;
  await mailer.send({
    to: user.email,
    subject: 'Your PII Vault sign-in code',
    text: [
      `Hello ${nameInMail(user.firstName)},`,
      '',
      `your sign-in code is ${made.code}. It works once, for ten minutes.`,
      '',
      'If you are not signing in, somebody has your password: change it now.',
    ].join('\n'),
  });
}
