import type { Tx } from '@pii-vault/platform/postgres/database';

/** Counts of permissions in a company. */
export interface AccessCounts {
  readonly users: number;
  readonly staleUsers: number;
  readonly credentials: number;
  readonly staleCredentials: number;
  readonly superAdmins: number;
  readonly admins: number;
  readonly analystsWhoReveal: number;
}

/**
 * Every user with access to the company: by primary company, by a role there, or to all companies. As in
 * effectiveRoles, the role there is the active company role, else the default role. Its permissions are the company's
 * rows of that role, else its general ones.
 */
export async function countAccess(tx: Tx, companyId: number, staleBefore: Date): Promise<AccessCounts> {
  const [row] = await tx.query<AccessCounts>(
    `WITH staff AS (
       SELECT u.id, u.role AS default_role, coalesce(r.role, u.role) AS role, c.user_id IS NOT NULL AS has_client,
         coalesce(c.last_used_at, c.created_at) AS client_used_at,
         greatest(u.last_login_at, c.last_used_at, u.created_at) AS seen_at
       FROM users AS u
       LEFT JOIN user_company_roles AS r ON r.user_id = u.id AND r.company_id = $1::bigint AND r.is_active
       LEFT JOIN api_credentials AS c ON c.user_id = u.id
       WHERE u.deleted_at IS NULL AND u.status = 'active' AND u.role <> 'super_admin'
         AND (u.company_id = $1::bigint OR u.company_id IS NULL OR r.role IS NOT NULL)
     ), revealers AS (
       SELECT DISTINCT role FROM role_permissions AS p WHERE permission = 'pii:reveal'
         AND CASE WHEN EXISTS (SELECT FROM role_permissions AS o WHERE o.role = p.role AND o.company_id = $1::bigint)
           THEN p.company_id = $1::bigint ELSE p.company_id IS NULL END
     )
     SELECT count(*)::int AS users, count(*) FILTER (WHERE seen_at < $2::timestamptz)::int AS "staleUsers",
       count(*) FILTER (WHERE has_client)::int AS credentials,
       count(*) FILTER (WHERE client_used_at < $2::timestamptz)::int AS "staleCredentials",
       (SELECT count(*)::int FROM users WHERE role = 'super_admin' AND status = 'active' AND deleted_at IS NULL)
         AS "superAdmins",
       count(*) FILTER (WHERE role = 'admin')::int AS admins,
       count(*) FILTER (WHERE 'analytics' IN (role, default_role) AND role IN (SELECT role FROM revealers))::int
         AS "analystsWhoReveal"
     FROM staff`,
    [companyId, staleBefore],
  );
  if (row === undefined) throw new TypeError('An aggregate gave no row');
  return row;
}
