import type { Tx } from '@pii-vault/platform/db/database';

export interface Approver {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly isSuper: boolean;
}

const MAX_APPROVERS = 20;

/**
 * Active users who hold company:manage and pii:reveal in the company, its own users before super admins, at most 20. The
 * role there is the active company role, else the default role; its permissions are the company's rows of that role, else
 * its general ones, as in permissionsOf.
 */
export function findApprovers(tx: Tx, companyId: number, except: readonly number[]): Promise<Approver[]> {
  return tx.query<Approver>(
    `WITH staff AS (
       SELECT u.id, u.email, u.first_name, u.role = 'super_admin' AS is_super,
         CASE u.role WHEN 'super_admin' THEN u.role ELSE coalesce(r.role, u.role) END AS role
       FROM users AS u
       LEFT JOIN user_company_roles AS r ON r.user_id = u.id AND r.company_id = $1::bigint AND r.is_active
       WHERE u.deleted_at IS NULL AND u.status = 'active' AND u.id <> ALL ($2::bigint[])
         AND (u.company_id = $1::bigint OR u.company_id IS NULL OR r.role IS NOT NULL OR u.role = 'super_admin')
     ), approving AS (
       SELECT role FROM role_permissions AS p WHERE permission IN ('company:manage', 'pii:reveal')
         AND CASE WHEN role <> 'super_admin'
             AND EXISTS (SELECT FROM role_permissions AS o WHERE o.role = p.role AND o.company_id = $1::bigint)
           THEN p.company_id = $1::bigint ELSE p.company_id IS NULL END
       GROUP BY role HAVING count(DISTINCT permission) = 2
     )
     SELECT id, email, first_name AS "firstName", is_super AS "isSuper" FROM staff WHERE role IN (SELECT role FROM approving)
     ORDER BY is_super, id LIMIT ${MAX_APPROVERS}`,
    [companyId, except],
  );
}
