import type { Tx } from '@pii-vault/platform/postgres/database';
import { rolesWith, STAFF } from '../../accounts/roles/staff-sql.ts';

export interface Approver {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly isSuper: boolean;
}

const MAX_APPROVERS = 20;

/** Roles that may decide in company $1, for a WITH clause. */
export const APPROVING_ROLES = rolesWith('approving', ['company:manage', 'pii:reveal']);

/** Active users with company:manage and pii:reveal in the company, its own users before super admins, at most 20. */
export function findApprovers(tx: Tx, companyId: number, except: readonly number[]): Promise<Approver[]> {
  return tx.query<Approver>(
    `WITH ${STAFF}, ${APPROVING_ROLES}
     SELECT id, email, first_name AS "firstName", is_super AS "isSuper" FROM staff
     WHERE role IN (SELECT role FROM approving) AND id <> ALL ($2::bigint[]) ORDER BY is_super, id LIMIT ${MAX_APPROVERS}`,
    [companyId, except],
  );
}
