import type { Tx } from '@pii-vault/platform/postgres/database';

/** Days for which a company has an address for an account that was never used, also if it creates it repeatedly. */
const HOLD_DAYS = 14;

/** No address starts with it, so a user with a held key cannot sign in. */
export const HELD = 'held:';

/**
 * Whether another company may take the address of the user `u`: its own company has it for more than 14 days, and
 * the account was never used: no login, no password set by a mailed link, no token and no call with an API credential.
 */
export const IS_RELEASABLE = `u.role <> 'super_admin' AND u.company_id IS NOT NULL AND u.last_login_at IS NULL
  AND u.used_at IS NULL AND now() - interval '${HOLD_DAYS} days' > coalesce(
    (SELECT h.since FROM address_holds h WHERE h.company_id = u.company_id AND h.email_key = u.email_key), u.created_at)`;

/** Notes the first use of an account other than by a login. Under the system role. */
export async function noteUse(tx: Tx, userId: number): Promise<void> {
  await tx.query(`UPDATE users SET used_at = now() WHERE id = $1::bigint AND used_at IS NULL`, [userId]);
}

/**
 * Holds the key of a user, so that the address refers to no user, deactivates the user, and ends the hold of its
 * company. Under the system role.
 * @returns false when the user was used in the meantime
 */
export async function freeAddress(tx: Tx, userId: number): Promise<boolean> {
  const freed = await tx.query<{ companyId: number; key: string }>(
    `UPDATE users AS u SET email_key = '${HELD}' || u.company_id || ':' || u.email_key || CASE WHEN EXISTS (
         SELECT FROM users o WHERE o.email_key = '${HELD}' || u.company_id || ':' || u.email_key AND o.deleted_at IS NULL)
         THEN ':' || u.id ELSE '' END,
       status = CASE u.status WHEN 'active' THEN 'inactive' ELSE u.status END,
       role_change = nextval('role_change_seq'), updated_at = now(), row_version = row_version + 1
     WHERE u.id = $1::bigint AND u.deleted_at IS NULL AND ${IS_RELEASABLE}
     RETURNING u.company_id AS "companyId", old.email_key AS key`,
    [userId],
  );
  for (const { companyId, key } of freed)
    await tx.query(`DELETE FROM address_holds WHERE company_id = $1::bigint AND email_key = $2::text`, [
      companyId,
      key,
    ]);
  return freed.length > 0;
}

/** Forgets holds of more than a year of companies that have no user with the address. */
export async function deleteOldHolds(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM address_holds h WHERE h.since < now() - interval '1 year' AND NOT EXISTS (
       SELECT FROM users u WHERE u.email_key = h.email_key AND u.company_id = h.company_id AND u.deleted_at IS NULL)`,
  );
}
