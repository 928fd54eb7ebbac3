import type { Scope, Tx } from '@pii-vault/platform/postgres/database';
import type { User } from '../accounts/user.ts';

/**
 * Users as the companies of the scope may see them. A user of another company, who has a role here, is shown with that
 * role and company: the other company and the role there are its affair.
 */
export async function asSeen(tx: Tx, scope: Scope, users: readonly User[]): Promise<readonly User[]> {
  if (scope === 'all' || !('companies' in scope)) return users;
  const isOwn = ({ companyId }: User) => companyId !== null && scope.companies.includes(companyId);
  const shared = users.filter((user) => !isOwn(user)).map(({ id }) => id);
  if (shared.length === 0) return users;
  const roles = await tx.query<{ userId: number; companyId: number; role: string }>(
    `SELECT DISTINCT ON (user_id) user_id AS "userId", company_id AS "companyId", role FROM user_company_roles
     WHERE is_active AND user_id = ANY ($1::bigint[]) AND company_id = ANY ($2::bigint[])
     ORDER BY user_id, company_id`,
    [shared, scope.companies],
  );
  const here = new Map(roles.map(({ userId, companyId, role }) => [userId, { companyId, role }]));
  return users.map((user) => ({ ...user, ...here.get(user.id) }));
}
