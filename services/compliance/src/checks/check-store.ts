import type { Scope, Tx } from '@pii-vault/platform/postgres/database';
import type { RuleResult } from '../rules/evaluate-rule.ts';
import { type Reason, textOf } from '../rules/reason.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { CHECK_EVERY_MS, type Check, RETRY_AFTER_MS } from './check.ts';

export interface CheckRow {
  id: number;
  company_id: number;
  rule_id: string;
  law_version: string;
  status: RuleResult['status'];
  score: number | null;
  readiness: number | null;
  details: string;
  reasons: Reason[];
  evidence: Evidence[];
  recommendations: string[];
  created_at: Date;
  next_check_due: Date;
}

export const CHECK_COLUMNS = `id, company_id, rule_id, law_version, status, score, readiness, details, reasons, evidence,
  recommendations, created_at, next_check_due`;

export async function insertCheck(
  tx: Tx,
  companyId: number,
  rule: Rule,
  result: RuleResult,
  now: Date,
): Promise<Check> {
  const [row] = await tx.query<CheckRow>(
    `INSERT INTO compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status, score,
       readiness, details, reasons, evidence, recommendations, created_at, next_check_due)
     VALUES ($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::smallint, $8::smallint, $9::text,
       $10::jsonb, $11::jsonb, $12::jsonb, $13::timestamptz, $14::timestamptz)
     RETURNING ${CHECK_COLUMNS}`,
    [
      companyId,
      rule.id,
      rule.regulationType,
      rule.checkType,
      rule.lawVersion,
      result.status,
      result.score ?? null,
      result.readiness ?? null,
      textOf(result.reasons),
      JSON.stringify(result.reasons),
      JSON.stringify(result.evidence),
      JSON.stringify(result.recommendations),
      now,
      new Date(now.getTime() + CHECK_EVERY_MS),
    ],
  );
  if (row === undefined) throw new TypeError('INSERT … RETURNING gave no row');
  return checkFromRow(row);
}

/** The newest check of each rule, from the index, one row per company and rule. */
export function latestChecksQuery(scope: Scope, columns = CHECK_COLUMNS): string {
  const companies = scope === 'all' ? 'company_runs AS c' : 'unnest($2::bigint[]) AS c(company_id)';
  return `SELECT latest.* FROM ${companies} CROSS JOIN unnest($1::text[]) AS r(rule_id)
    CROSS JOIN LATERAL (SELECT ${columns} FROM compliance_checks k
      WHERE k.company_id = c.company_id AND k.rule_id = r.rule_id ORDER BY k.id DESC LIMIT 1) AS latest`;
}

/** Rules whose newest check is a violation, by company and rule. */
export function latestViolations(
  tx: Tx,
  scope: Scope,
  ruleIds: readonly string[],
): Promise<{ readonly companyId: number; readonly ruleId: string }[]> {
  return tx.query(
    `SELECT company_id AS "companyId", rule_id AS "ruleId"
     FROM (${latestChecksQuery(scope, 'company_id, rule_id, status')}) AS latest
     WHERE status = 'violation' ORDER BY company_id, rule_id`,
    scope === 'all' ? [ruleIds] : [ruleIds, scope.companies],
  );
}

/** Ordered by company and by the given order of rules. */
export async function latestChecks(tx: Tx, scope: Scope, ruleIds: readonly string[]): Promise<Check[]> {
  const values = scope === 'all' ? [ruleIds] : [ruleIds, scope.companies];
  const rows = await tx.query<CheckRow>(latestChecksQuery(scope), values);
  return rows
    .map(checkFromRow)
    .sort((a, b) => a.companyId - b.companyId || ruleIds.indexOf(a.ruleId) - ruleIds.indexOf(b.ruleId));
}

/** @param isComplete whether every rule had data */
export async function noteRun(tx: Tx, companyId: number, now: Date, isComplete: boolean): Promise<void> {
  await tx.query(
    `INSERT INTO company_runs (company_id, last_run_at, is_complete) VALUES ($1::bigint, $2::timestamptz, $3::boolean)
     ON CONFLICT (company_id) DO UPDATE SET last_run_at = excluded.last_run_at, is_complete = excluded.is_complete`,
    [companyId, now, isComplete],
  );
}

/**
 * Leaves deleted companies out of figures over all companies. Their checks stay as history.
 * @param companies all that exist
 */
export async function forgetOthers(tx: Tx, companies: readonly number[]): Promise<void> {
  await tx.query('DELETE FROM company_runs WHERE company_id <> ALL ($1::bigint[])', [companies]);
}

/** Companies whose checks are recent enough: of the last day, or of the last quarter hour where data was missing. */
export async function recentlyChecked(tx: Tx, now: Date): Promise<Set<number>> {
  const rows = await tx.query<{ company_id: number }>(
    `SELECT company_id FROM company_runs
     WHERE last_run_at > CASE WHEN is_complete THEN $1::timestamptz ELSE $2::timestamptz END`,
    [new Date(now.getTime() - CHECK_EVERY_MS), new Date(now.getTime() - RETRY_AFTER_MS)],
  );
  return new Set(rows.map((row) => row.company_id));
}

export function checkFromRow(row: CheckRow): Check {
  return {
    id: row.id,
    companyId: row.company_id,
    ruleId: row.rule_id,
    lawVersion: row.law_version,
    status: row.status,
    score: row.score ?? undefined,
    readiness: row.readiness ?? undefined,
    details: row.details,
    reasons: row.reasons,
    evidence: row.evidence,
    recommendations: row.recommendations,
    createdAt: row.created_at,
    nextCheckDue: row.next_check_due,
  };
}
