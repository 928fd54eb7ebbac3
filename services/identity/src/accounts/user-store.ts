import type { Tx } from '@pii-vault/platform/postgres/database';
import type { NewUser, User } from './user.ts';

export const USER_COLUMNS = `id, email, first_name AS "firstName", last_name AS "lastName", role, status,
  company_id AS "companyId", last_login_at AS "lastLoginAt", created_at AS "createdAt",
  updated_at AS "updatedAt", row_version AS "rowVersion"`;

export interface NewPassword {
  readonly hash: string;
  /** Its user must change it at the next sign-in. */
  readonly isTemporary: boolean;
}

/** @param key by addressKey */
export async function insertUser(tx: Tx, user: NewUser, key: string, password: NewPassword): Promise<User> {
  const [inserted] = await tx.query<User>(
    `INSERT INTO users (email, email_key, first_name, last_name, role, company_id)
     VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint) RETURNING ${USER_COLUMNS}`,
    [user.email, key, user.firstName, user.lastName, user.role, user.companyId],
  );
  if (inserted === undefined) throw new Error('The user that was just written is not visible');
  await tx.query(
    `INSERT INTO user_passwords (user_id, password_hash, is_temporary) VALUES ($1::bigint, $2::text, $3::boolean)`,
    [inserted.id, password.hash, password.isTemporary],
  );
  return inserted;
}

/** A user of the transaction's scope that is not deleted. */
export async function findUser(tx: Tx, id: number): Promise<User | undefined> {
  const rows = await tx.query<User>(
    `SELECT ${USER_COLUMNS} FROM users WHERE id = $1::bigint AND deleted_at IS NULL`,
    [id],
  );
  return rows[0];
}

export interface UserFilter {
  readonly role: string | undefined;
  readonly status: string | undefined;
  /** Users with this primary company, or with a role there. */
  readonly companyId: number | undefined;
  /** Companies whose view of the users counts; undefined: all. */
  readonly seenBy: readonly number[] | undefined;
}

export interface UserPage extends UserFilter {
  readonly afterId: number;
  readonly limit: number;
}

/** By the role as the companies $4 see it: of a user of another company the one that it has in the first of them. */
const HAS_ROLE = `CASE WHEN $4::bigint[] IS NULL OR company_id = ANY ($4::bigint[]) THEN role = $1::text
  ELSE id IN (SELECT h.user_id FROM user_company_roles h
    WHERE h.is_active AND h.company_id = ANY ($4::bigint[]) AND h.role = $1::text
      AND NOT EXISTS (SELECT FROM user_company_roles b WHERE b.user_id = h.user_id AND b.is_active
        AND b.company_id = ANY ($4::bigint[]) AND b.company_id < h.company_id)) END`;
const FILTER = `deleted_at IS NULL AND ($1::text IS NULL OR ${HAS_ROLE})
  AND ($2::text IS NULL OR status = $2::text)
  AND ($3::bigint IS NULL OR company_id = $3::bigint OR id IN (
    SELECT r.user_id FROM user_company_roles r WHERE r.company_id = $3::bigint AND r.is_active))`;

/** By id; the transaction's scope selects the users. */
export function listUsers(tx: Tx, page: UserPage): Promise<User[]> {
  return tx.query<User>(LIST_USERS, [...filterValues(page), page.afterId, page.limit]);
}
export const LIST_USERS = `SELECT ${USER_COLUMNS} FROM users WHERE ${FILTER} AND id > $5::bigint
  ORDER BY id LIMIT $6::integer`;

export async function countUsers(tx: Tx, filter: UserFilter): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM users WHERE ${FILTER}`,
    filterValues(filter),
  );
  return rows[0]?.count ?? 0;
}

const filterValues = ({ role, status, companyId, seenBy }: UserFilter) => [role, status, companyId, seenBy];

export interface UserName {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Found in the list of users by super admins only. */
  readonly isAcross: boolean;
}

/** Includes deleted users: the trail still names them. */
export function findUserNames(tx: Tx, ids: readonly number[]): Promise<UserName[]> {
  return tx.query<UserName>(
    `SELECT id, first_name AS "firstName", last_name AS "lastName", email,
       company_id IS NULL OR role = 'super_admin' AS "isAcross" FROM users
     WHERE id = ANY ($1::bigint[]) ORDER BY id`,
    [ids],
  );
}
