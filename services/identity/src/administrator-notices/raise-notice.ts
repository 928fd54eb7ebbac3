import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AdministratorNotice } from './administrator-notice.ts';
import { administratorsOf, superAdmins } from './find-administrators.ts';
import { insertMails, insertNotice } from './notice-store.ts';

/**
 * Inserts a mail to each administrator of the company, and to super admins for notices of the whole deployment. A
 * repeated notice (kind, company, subject, day) changes nothing. Under the system role.
 * @param without recipients for a company without an administrator
 * @returns whether there are mails to send
 */
export async function raiseNotice(
  tx: Tx,
  notice: AdministratorNotice,
  without: 'super_admins' | 'nobody' = 'super_admins',
): Promise<boolean> {
  const noticeId = await insertNotice(tx, notice);
  if (noticeId === undefined) return false;
  const own = notice.companyId === undefined ? [] : await administratorsOf(tx, notice.companyId);
  const isTheirs = notice.companyId === undefined || (own.length === 0 && without === 'super_admins');
  const readers = isTheirs ? await superAdmins(tx) : own;
  await insertMails(
    tx,
    noticeId,
    readers.map(({ id }) => id),
  );
  return readers.length > 0;
}
