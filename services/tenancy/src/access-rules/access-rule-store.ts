import type { Tx } from '@pii-vault/platform/postgres/database';
import type { AccessRules, RuleKind } from './access-rule.ts';

/** All rules, each kind in alphabetical order. */
export async function findAccessRules(tx: Tx): Promise<AccessRules> {
  const rows = await tx.query<{ kind: RuleKind; rule: string }>(
    `SELECT kind, rule FROM access_rules ORDER BY kind, rule`,
  );
  const of = (kind: RuleKind) => rows.filter((row) => row.kind === kind).map(({ rule }) => rule);
  return { ip: of('ip'), domain: of('domain') };
}

/**
 * Serialises changes: each is checked against the lists after the previous one. Locked until the end of the
 * transaction.
 */
export async function lockAccessRules(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('tenancy.access_rules'))`);
}

/** False when it existed already. */
export async function insertAccessRule(tx: Tx, kind: RuleKind, rule: string, by: number): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO access_rules (kind, rule, created_by) VALUES ($1::text, $2::text, $3::bigint)
     ON CONFLICT DO NOTHING RETURNING rule`,
    [kind, rule, by],
  );
  return rows.length > 0;
}

export async function deleteAccessRule(tx: Tx, kind: RuleKind, rule: string): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM access_rules WHERE kind = $1::text AND rule = $2::text RETURNING rule`,
    [kind, rule],
  );
  return rows.length > 0;
}
