import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AccountAccess } from '@pii-vault/proto/identity/v1/access_facts';

export interface AccessPage {
  readonly companyId: number;
  /** Empty: all users. */
  readonly userIds: readonly number[];
  readonly afterId: number;
  readonly limit: number;
}

interface Row {
  readonly userId: number;
  readonly ownRole: string;
  readonly ownCompanyId: number | null;
  readonly assignmentId: number | null;
  readonly roleHere: string | null;
  readonly status: string;
  readonly hasSecondFactor: boolean;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  readonly clientId: string | null;
  readonly clientCreatedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly mayErase: boolean | null;
  readonly formerUntil: Date | null;
  readonly makerIds: number[];
}

/**
 * Accounts in any status that may enter the company, by user id: by primary company, by a company role, to all
 * companies, and super admins. Under the system role.
 */
export async function listAccess(tx: Tx, page: AccessPage): Promise<AccountAccess[]> {
  const { companyId, userIds, afterId, limit } = page;
  const rows = await tx.query<Row>(
    `SELECT u.id AS "userId", u.role AS "ownRole", u.company_id AS "ownCompanyId", r.id AS "assignmentId",
       r.role AS "roleHere", u.status, u.created_at AS "createdAt", u.last_login_at AS "lastLoginAt",
       EXISTS (SELECT FROM user_factors AS f WHERE f.user_id = u.id) AS "hasSecondFactor",
       c.client_id AS "clientId", c.created_at AS "clientCreatedAt", c.last_used_at AS "lastUsedAt",
       c.may_erase AS "mayErase", CASE WHEN c.former_until > now() THEN c.former_until END AS "formerUntil",
       array_remove(ARRAY[c.made_by, CASE WHEN c.former_until > now() THEN c.former_made_by END], NULL) AS "makerIds"
     FROM users AS u
     LEFT JOIN user_company_roles AS r ON r.user_id = u.id AND r.company_id = $1::bigint AND r.is_active
     LEFT JOIN api_credentials AS c ON c.user_id = u.id
     WHERE u.deleted_at IS NULL AND u.id > $2::bigint AND (cardinality($3::bigint[]) = 0 OR u.id = ANY ($3::bigint[]))
       AND (u.company_id = $1::bigint OR u.company_id IS NULL OR r.id IS NOT NULL OR u.role = 'super_admin')
     ORDER BY u.id LIMIT $4::integer`,
    [companyId, afterId, userIds, limit],
  );
  return rows.map((row) => toAccess(companyId, row));
}

/** As in effectiveRoles: the company role applies, else the account's own one; a super admin's applies everywhere. */
function toAccess(companyId: number, row: Row): AccountAccess {
  const { ownRole, ownCompanyId, roleHere } = row;
  const via = viaOf(companyId, row);
  const role = via === 'super_admin' ? ownRole : (roleHere ?? ownRole);
  return {
    userId: row.userId,
    role,
    via,
    assignmentId: row.assignmentId ?? undefined,
    // The role in another company is that company's affair.
    defaultRole: role !== ownRole && (ownCompanyId ?? companyId) === companyId ? ownRole : undefined,
    status: row.status,
    hasSecondFactor: row.hasSecondFactor,
    createdAt: row.createdAt,
    lastLoginAt: row.lastLoginAt ?? undefined,
    credential:
      row.clientId === null
        ? undefined
        : {
            clientId: row.clientId,
            createdAt: row.clientCreatedAt ?? undefined,
            lastUsedAt: row.lastUsedAt ?? undefined,
            mayErase: row.mayErase ?? false,
            formerSecretUntil: row.formerUntil ?? undefined,
            makerIds: row.makerIds,
          },
  };
}

function viaOf(companyId: number, { ownRole, ownCompanyId }: Row): string {
  if (ownRole === 'super_admin') return 'super_admin';
  if (ownCompanyId === null) return 'all_companies';
  return ownCompanyId === companyId ? 'primary_company' : 'company_role';
}
