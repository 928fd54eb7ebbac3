import type { Tx } from '@pii-vault/platform/postgres/database';
import type { User } from './user.ts';
import type { UserChange } from './user-change.ts';
import { USER_COLUMNS } from './user-store.ts';

/** A user that is not deleted, locked. Under the system role. */
export async function lockUser(tx: Tx, id: number): Promise<User | undefined> {
  const rows = await tx.query<User>(
    `SELECT ${USER_COLUMNS} FROM users WHERE id = $1::bigint AND deleted_at IS NULL FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/**
 * Writes the members of the change.
 * @param voidsRights also invalidates cached permissions
 * @param key of a new address, by addressKey
 */
export async function writeUser(
  tx: Tx,
  id: number,
  change: UserChange,
  voidsRights: boolean,
  key?: string,
): Promise<User> {
  const [written] = await tx.query<User>(
    `UPDATE users SET email = coalesce($2::text, email), email_key = coalesce($3::text, email_key),
       first_name = coalesce($4::text, first_name), last_name = coalesce($5::text, last_name),
       role = coalesce($6::text, role), status = coalesce($7::text, status),
       company_id = CASE WHEN $8::boolean THEN $9::bigint ELSE company_id END,
       role_change = CASE WHEN $10::boolean THEN nextval('role_change_seq') ELSE role_change END,
       updated_at = now(), row_version = row_version + 1
     WHERE id = $1::bigint RETURNING ${USER_COLUMNS}`,
    [
      id,
      change.email,
      key,
      change.firstName,
      change.lastName,
      change.role,
      change.status,
      change.companyId !== undefined,
      change.companyId,
      voidsRights,
    ],
  );
  if (written === undefined) throw new Error('The user that was locked is gone');
  return written;
}

/** The row stays for the trail; its sessions and credentials are invalid from now on. */
export async function markDeleted(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `UPDATE users SET deleted_at = now(), updated_at = now(), row_version = row_version + 1,
       role_change = nextval('role_change_seq') WHERE id = $1::bigint`,
    [id],
  );
}

/** Serialises changes that may end the last super_admin: two users that end each other must not both succeed. */
const SUPER_ADMINS_LOCK = 0x5a_7e_01;

/**
 * Whether another active super_admin remains. Holds a lock until the end of the transaction.
 * @param notCounted users who cannot sign in
 */
export async function hasOtherSuperAdmin(
  tx: Tx,
  id: number,
  notCounted: Iterable<number> = [],
): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock($1::bigint)`, [SUPER_ADMINS_LOCK]);
  const others = await tx.query(
    `SELECT FROM users WHERE role = 'super_admin' AND status = 'active' AND deleted_at IS NULL
       AND id <> ALL ($1::bigint[]) LIMIT 1`,
    [[id, ...notCounted]],
  );
  return others.length > 0;
}
