import type { Tx } from '@pii-vault/platform/postgres/database';
import type { TrailDetails } from '../../entries/columns.ts';
import type { PageScope, Statement } from '../trail/page-query.ts';

/** An action of a user. */
export interface UserAction {
  /** Id of the entry. */
  readonly leafIndex: number;
  readonly companyId: number;
  readonly userId: string;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string | null;
  readonly details: TrailDetails;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly timestamp: Date;
}

export interface UserActionFilter {
  readonly userId: number | undefined;
  readonly action: string | undefined;
}

/** The newest below `before`. Each company's part is read from one index in order, limited to the page. */
export function userActionsStatement(
  scope: PageScope,
  { userId, action }: UserActionFilter,
  before: number,
  limit: number,
): Statement {
  const values: unknown[] = [before, limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wanted = [
    ...(userId === undefined ? [] : [`u.user_id = ${parameter(String(userId))}::text`]),
    ...(action === undefined ? [] : [`u.action = ${parameter(action)}::text`]),
    'u.leaf_index < $1::bigint',
  ];
  const companies =
    scope === 'all'
      ? 'company_heads AS c'
      : `unnest(${parameter(scope.companies)}::bigint[]) AS c(company_id)`;
  return {
    text: `SELECT p.leaf_index AS "leafIndex", p.company_id AS "companyId", p.user_id AS "userId", p.action,
        p.resource_type AS "resourceType", p.resource_id AS "resourceId", p.details, p.ip_address AS "ipAddress",
        p.user_agent AS "userAgent", p."timestamp"
      FROM ${companies} CROSS JOIN LATERAL (
        SELECT * FROM audit_user_actions u WHERE u.company_id = c.company_id AND ${wanted.join(' AND ')}
        ORDER BY u.leaf_index DESC LIMIT $2::int) AS p`,
    values,
  };
}

export async function listUserActions(
  tx: Tx,
  scope: PageScope,
  filter: UserActionFilter,
  before: number,
  limit: number,
): Promise<UserAction[]> {
  const { text, values } = userActionsStatement(scope, filter, before, limit);
  const rows = await tx.query<UserAction>(text, values);
  return rows.sort((a, b) => b.leafIndex - a.leafIndex).slice(0, limit);
}
