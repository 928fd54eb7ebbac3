import type { Tx } from '@pii-vault/platform/postgres/database';
import type { ListHistoryRequest } from '@pii-vault/proto/compliance/v1/checks';
import type { Check } from './check.ts';
import { CHECK_COLUMNS, type CheckRow, checkFromRow } from './check-store.ts';

const query = (where: string) => `SELECT ${CHECK_COLUMNS} FROM compliance_checks
  WHERE ${where} AND id < $1::bigint ORDER BY id DESC LIMIT $2::integer`;

/** One statement per filter, each in the order of its own index. */
export const HISTORY_QUERIES = {
  all: query('true'),
  company: query('company_id = $3::bigint'),
  rule: query('rule_id = $3::text'),
  companyRule: query('company_id = $3::bigint AND rule_id = $4::text'),
} as const;

/** All checks in the transaction's scope, newest first. */
export async function checkHistory(tx: Tx, page: ListHistoryRequest): Promise<Check[]> {
  const { companyId, ruleId, beforeId = Number.MAX_SAFE_INTEGER, limit } = page;
  const filters = [companyId, ruleId].filter((filter) => filter !== undefined);
  const byRule = ruleId === undefined ? HISTORY_QUERIES.company : HISTORY_QUERIES.companyRule;
  const every = ruleId === undefined ? HISTORY_QUERIES.all : HISTORY_QUERIES.rule;
  const text = companyId === undefined ? every : byRule;
  const rows = await tx.query<CheckRow>(text, [beforeId, limit, ...filters]);
  return rows.map(checkFromRow);
}
