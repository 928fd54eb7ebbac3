import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AdministratorNotice } from './administrator-notice.ts';
import { administratorsOf, superAdmins } from './find-administrators.ts';
import { insertMails, insertNotice } from './notice-store.ts';

/** Only super admins can act on these, so they get the mail as well as the administrators of the company. */
const ALSO_FOR_SUPER_ADMINS: ReadonlySet<string> = new Set(['company_reactivation_request']);

/**
 * Inserts a mail to each administrator of the company, and to super admins for notices of the whole deployment and
 * those that only they can act on. A repeated notice (kind, company, subject, day) changes nothing. Under the system
 * role.
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
  const theirs = isTheirs || ALSO_FOR_SUPER_ADMINS.has(notice.kind) ? await superAdmins(tx) : [];
  const readers = [...own, ...theirs];
  await insertMails(
    tx,
    noticeId,
    readers.map(({ id }) => id),
  );
  return readers.length > 0;
}
