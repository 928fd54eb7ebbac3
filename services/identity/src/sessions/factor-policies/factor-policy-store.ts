import type { Tx } from '@pii-vault/platform/postgres/database';
import type { FactorPolicy, PolicyRole } from './factor-policy.ts';

export async function readFactorPolicy(tx: Tx, companyId: number): Promise<FactorPolicy> {
  const [row] = await tx.query<Omit<FactorPolicy, 'companyId'>>(
    'SELECT roles, updated_at AS "updatedAt" FROM factor_policies WHERE company_id = $1::bigint',
    [companyId],
  );
  return { companyId, ...(row ?? { roles: [], updatedAt: null }) };
}

/** Serialises changes of a company's policy: call it first in the transaction. */
export async function lockFactorPolicy(tx: Tx, companyId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('factor_policy', $1::bigint))`, [companyId]);
}

export async function writeFactorPolicy(
  tx: Tx,
  companyId: number,
  roles: readonly PolicyRole[],
  by: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO factor_policies (company_id, roles, updated_by) VALUES ($1::bigint, $2::text[], $3::bigint)
     ON CONFLICT (company_id) DO UPDATE
       SET roles = excluded.roles, updated_by = excluded.updated_by, updated_at = now()`,
    [companyId, roles, by],
  );
}

/** Whether the company requires a second factor for the user's role there; under the system role. */
export async function isRequiredByCompany(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM users u JOIN factor_policies p ON true
     LEFT JOIN user_company_roles r ON r.user_id = u.id AND r.company_id = p.company_id AND r.is_active
     WHERE u.id = $1::bigint AND u.role <> 'super_admin'
       AND coalesce(r.role, CASE WHEN u.company_id = p.company_id OR u.company_id IS NULL THEN u.role END) = ANY (p.roles)
     LIMIT 1`,
    [userId],
  );
  return rows.length > 0;
}
