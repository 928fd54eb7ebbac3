import type { Tx } from '@pii-vault/platform/postgres/database';

export interface CompanyRole {
  readonly id: number;
  readonly userId: number;
  readonly companyId: number;
  readonly role: string;
  readonly assignedBy: number | null;
  readonly assignedAt: Date;
}

const COLUMNS = `id, user_id AS "userId", company_id AS "companyId", role, assigned_by AS "assignedBy",
  assigned_at AS "assignedAt"`;

/** Active assignments of a user in the companies of the scope, by company. */
export function listCompanyRoles(tx: Tx, userId: number): Promise<CompanyRole[]> {
  return tx.query<CompanyRole>(LIST_COMPANY_ROLES, [userId]);
}
export const LIST_COMPANY_ROLES = `SELECT ${COLUMNS} FROM user_company_roles
  WHERE user_id = $1::bigint AND is_active ORDER BY company_id`;

export interface NewCompanyRole {
  readonly userId: number;
  readonly companyId: number;
  readonly role: string;
  readonly assignedBy: number;
}

export async function insertCompanyRole(tx: Tx, grant: NewCompanyRole): Promise<CompanyRole> {
  const rows = await tx.query<CompanyRole>(
    `INSERT INTO user_company_roles (company_id, user_id, role, assigned_by)
     VALUES ($1::bigint, $2::bigint, $3::text, $4::bigint) RETURNING ${COLUMNS}`,
    [grant.companyId, grant.userId, grant.role, grant.assignedBy],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The assignment that was just written is not visible');
  return row;
}

/** An active assignment of the scope, locked. */
export async function lockCompanyRole(tx: Tx, userId: number, id: number): Promise<CompanyRole | undefined> {
  const rows = await tx.query<CompanyRole>(
    `SELECT ${COLUMNS} FROM user_company_roles WHERE id = $1::bigint AND user_id = $2::bigint AND is_active
     FOR UPDATE`,
    [id, userId],
  );
  return rows[0];
}

/** The row stays: its change number must not decrease. */
export async function deactivateCompanyRole(tx: Tx, grant: CompanyRole): Promise<void> {
  await tx.query(
    `UPDATE user_company_roles SET is_active = false, updated_at = now(), role_change = nextval('role_change_seq')
     WHERE company_id = $1::bigint AND id = $2::bigint`,
    [grant.companyId, grant.id],
  );
}
