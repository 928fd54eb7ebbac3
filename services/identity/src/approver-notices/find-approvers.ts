import type { Tx } from '@pii-vault/platform/db/database';
import { APPROVING_ROLES } from './approving-roles.ts';

export interface Approver {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly isSuper: boolean;
}

const MAX_APPROVERS = 20;

/**
 * Active users who hold company:manage and pii:reveal in the company, its own users before super admins, at most 20.
 * The role there is the active company role, else the default role.
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
     ), ${APPROVING_ROLES}
     SELECT id, email, first_name AS "firstName", is_super AS "isSuper" FROM staff WHERE role IN (SELECT role FROM approving)
     ORDER BY is_super, id LIMIT ${MAX_APPROVERS}`,
    [companyId, except],
  );
}
