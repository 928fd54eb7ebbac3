import type { Tx } from '@pii-vault/platform/postgres/database';
import { rolesWith, STAFF } from '../../accounts/roles/staff-sql.ts';

const MAX_ADMINISTRATORS = 20;

/** Active users with company:manage in the company, without super admins, at most 20. */
export function administratorsOf(tx: Tx, companyId: number): Promise<{ id: number }[]> {
  return tx.query(
    `WITH ${STAFF}, ${rolesWith('managing', ['company:manage'])}
     SELECT id FROM staff WHERE NOT is_super AND role IN (SELECT role FROM managing) ORDER BY id LIMIT ${MAX_ADMINISTRATORS}`,
    [companyId],
  );
}

/** Active super admins, at most 20. */
export function superAdmins(tx: Tx): Promise<{ id: number }[]> {
  return tx.query(
    `SELECT id FROM users WHERE role = 'super_admin' AND status = 'active' AND deleted_at IS NULL
     ORDER BY id LIMIT ${MAX_ADMINISTRATORS}`,
  );
}
