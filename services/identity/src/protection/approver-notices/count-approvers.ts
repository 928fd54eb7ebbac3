import type { Tx } from '@pii-vault/platform/postgres/database';
import { STAFF } from '../../accounts/roles/staff-sql.ts';

/**
 * Days for which a lost role or permission still counts. Longer than the wait of a change of limits (the vault's
 * CHANGE_WAIT_MS).
 */
export const FORMER_ROLE_DAYS = 7;

/**
 * Roles that may decide in company $1, or could within the last $3 days. The company's rows replace the general ones.
 */
const APPROVING_LATELY = `approving AS (
  SELECT role FROM (
    SELECT p.role, p.permission FROM role_permissions AS p
    WHERE p.company_id = $1::bigint OR p.company_id IS NULL
      AND NOT EXISTS (SELECT FROM role_permissions AS o WHERE o.role = p.role AND o.company_id = $1::bigint)
    UNION ALL
    SELECT f.role, f.permission FROM former_permissions AS f
    WHERE f.ended_at > now() - make_interval(days => $3::integer)
      AND (f.company_id = $1::bigint OR f.company_id IS NULL
        AND NOT EXISTS (SELECT FROM role_permissions AS o WHERE o.role = f.role AND o.company_id = $1::bigint
          AND o.created_at <= f.ended_at))
  ) AS held WHERE permission IN ('company:manage', 'pii:reveal') GROUP BY role HAVING count(DISTINCT permission) = 2
)`;

/**
 * Users of the company, without super admins, who may decide or could within the last FORMER_ROLE_DAYS. So an
 * administrator who disables the second one, or removes the permission from its role, does not become the only one at
 * once.
 */
export async function countApprovers(tx: Tx, companyId: number, except: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `WITH ${STAFF}, ${APPROVING_LATELY}, able AS (
       SELECT id FROM staff WHERE NOT is_super AND role IN (SELECT role FROM approving)
       UNION
       SELECT f.user_id FROM former_roles AS f
       WHERE (f.company_id = $1::bigint OR f.company_id IS NULL)
         AND f.ended_at > now() - make_interval(days => $3::integer) AND f.role IN (SELECT role FROM approving)
     ) SELECT count(*)::integer AS count FROM able WHERE id <> ALL ($2::bigint[])`,
    [companyId, except, FORMER_ROLE_DAYS],
  );
  return row?.count ?? 0;
}

/** Deletes lost roles and permissions that no longer count. */
export async function deleteOldFormerRoles(tx: Tx): Promise<void> {
  for (const table of ['former_roles', 'former_permissions'])
    await tx.query(`DELETE FROM ${table} WHERE ended_at < now() - make_interval(days => $1::integer)`, [
      FORMER_ROLE_DAYS,
    ]);
}
