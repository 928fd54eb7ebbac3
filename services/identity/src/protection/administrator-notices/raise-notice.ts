import type { Tx } from '@pii-vault/platform/postgres/database';
import { rolesWith, STAFF } from '../../accounts/roles/staff-sql.ts';
import type { AdministratorNotice } from './administrator-notice.ts';
import { insertMails, insertNotice, isMuted } from './notice-store.ts';

const MAX_ADMINISTRATORS = 20;

/** Active users with company:manage in the company, without super admins, at most 20. */
function administratorsOf(tx: Tx, companyId: number): Promise<{ id: number }[]> {
  return tx.query(
    `WITH ${STAFF}, ${rolesWith('managing', ['company:manage'])}
     SELECT id FROM staff WHERE NOT is_super AND role IN (SELECT role FROM managing) ORDER BY id LIMIT ${MAX_ADMINISTRATORS}`,
    [companyId],
  );
}

/** Active super admins, at most 20. */
function superAdmins(tx: Tx): Promise<{ id: number }[]> {
  return tx.query(
    `SELECT id FROM users WHERE role = 'super_admin' AND status = 'active' AND deleted_at IS NULL
     ORDER BY id LIMIT ${MAX_ADMINISTRATORS}`,
  );
}

/** Only super admins can act on these, so they get the mail as well as the administrators of the company. */
const ALSO_FOR_SUPER_ADMINS: ReadonlySet<string> = new Set(['company_reactivation_request']);

/**
 * Inserts a mail to each administrator of the company, and to super admins for notices of the whole deployment and
 * those that only they can act on. A repeated notice (kind, company, subject, day) changes nothing, and one after
 * MAILED_A_DAY of the same actor is stored without mails. Under the system role.
 * @param without recipients for a company without an administrator
 * @returns whether there are mails to send
 */
export async function raiseNotice(
  tx: Tx,
  notice: AdministratorNotice,
  without: 'super_admins' | 'nobody' = 'super_admins',
): Promise<boolean> {
  const noticeId = await insertNotice(tx, notice);
  if (noticeId === undefined || (await isMuted(tx, noticeId))) return false;
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
