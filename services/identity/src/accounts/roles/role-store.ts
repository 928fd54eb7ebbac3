import type { Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyRoleGrant, PermissionRow } from './effective-permissions.ts';

/** The rights of a user. Read under the system role: it spans companies. */
export interface Holder {
  readonly id: number;
  readonly role: string;
  readonly companyId: number | null;
  readonly companyRoles: readonly CompanyRoleGrant[];
  readonly isActive: boolean;
  /** Increases with each change of the user's roles. */
  readonly roleVersion: number;
}

/** Newest change of a user's roles, including removed ones; `u` is the users row. */
export const ROLE_VERSION = `greatest(u.role_change,
  (SELECT max(r.role_change) FROM user_company_roles r WHERE r.user_id = u.id))`;

/** A user that is not deleted, with its active company roles. */
export async function findHolder(tx: Tx, userId: number): Promise<Holder | undefined> {
  const rows = await tx.query<Holder>(
    `SELECT u.id, u.role, u.company_id AS "companyId", u.status = 'active' AS "isActive",
       ${ROLE_VERSION} AS "roleVersion",
       coalesce((SELECT jsonb_agg(jsonb_build_object('companyId', r.company_id, 'role', r.role))
                 FROM user_company_roles r WHERE r.user_id = u.id AND r.is_active), '[]') AS "companyRoles"
     FROM users u WHERE u.id = $1::bigint AND u.deleted_at IS NULL`,
    [userId],
  );
  return rows[0];
}

/** Every row of the given roles, general and of companies. */
export function permissionRows(tx: Tx, roles: readonly string[]): Promise<PermissionRow[]> {
  return tx.query<PermissionRow>(
    `SELECT role, permission, company_id AS "companyId" FROM role_permissions WHERE role = ANY ($1::text[])`,
    [roles],
  );
}
