import type { Tx } from '@pii-vault/platform/postgres/database';
import type { PolicyChange } from './policy-change.ts';
import { type PolicyJson, policyFromJson, policyToJson } from './policy-store.ts';

export type ChangeEnd = 'approved' | 'refused' | 'effective' | 'expired';

interface ChangeRow extends Omit<PolicyChange, 'wanted'> {
  readonly wanted: PolicyJson;
}

const COLUMNS = `id, company_id AS "companyId", wanted, requested_by AS "requestedBy", barred, is_alone AS "isAlone",
  requested_at AS "requestedAt", due_at AS "dueAt"`;

const changeOf = (row: ChangeRow): PolicyChange => ({ ...row, wanted: policyFromJson(row.wanted) });

/** Serialises changes of a company's policy: call it first in the transaction. */
export async function lockPolicy(tx: Tx, companyId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('reveal_policy', $1::bigint))`, [companyId]);
}

export async function readPending(tx: Tx, companyId: number): Promise<PolicyChange | undefined> {
  const [row] = await tx.query<ChangeRow>(
    `SELECT ${COLUMNS} FROM reveal_policy_changes WHERE company_id = $1::bigint AND status = 'pending'`,
    [companyId],
  );
  return row && changeOf(row);
}

/** Changes of these companies that wait and have not lapsed. */
export async function readPendingChanges(tx: Tx, companyIds: readonly number[]): Promise<PolicyChange[]> {
  const rows = await tx.query<ChangeRow>(
    `SELECT ${COLUMNS} FROM reveal_policy_changes
     WHERE company_id = ANY ($1::bigint[]) AND status = 'pending' AND due_at > now()`,
    [companyIds],
  );
  return rows.map(changeOf);
}

/** Whether the company had such a change, with any outcome. */
export async function hasChange(tx: Tx, companyId: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM reveal_policy_changes WHERE company_id = $1::bigint AND id = $2::bigint',
    [companyId, id],
  );
  return rows.length > 0;
}

/** Of every company; under the system role. */
export async function readDue(tx: Tx): Promise<PolicyChange[]> {
  const rows = await tx.query<ChangeRow>(
    `SELECT ${COLUMNS} FROM reveal_policy_changes WHERE status = 'pending' AND due_at <= now() ORDER BY due_at, id LIMIT 100`,
  );
  return rows.map(changeOf);
}

/** Ends the pending change, if there is one: a newer one replaces it. */
export async function replacePending(tx: Tx, companyId: number): Promise<void> {
  await tx.query(
    `UPDATE reveal_policy_changes SET status = 'replaced' WHERE company_id = $1::bigint AND status = 'pending'`,
    [companyId],
  );
}

export async function countRequests(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM reveal_policy_changes
     WHERE company_id = $1::bigint AND requested_at > now() - interval '1 day'`,
    [companyId],
  );
  return row?.count ?? 0;
}

export async function insertChange(tx: Tx, change: Omit<PolicyChange, 'id'>): Promise<PolicyChange> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO reveal_policy_changes (company_id, wanted, status, requested_by, barred, is_alone, requested_at, due_at)
     VALUES ($1::bigint, $2::jsonb, 'pending', $3::bigint, $4::bigint[], $5::boolean, $6::timestamptz, $7::timestamptz)
     RETURNING id`,
    [
      change.companyId,
      JSON.stringify(policyToJson(change.wanted)),
      change.requestedBy,
      change.barred,
      change.isAlone,
      change.requestedAt,
      change.dueAt,
    ],
  );
  if (row === undefined) throw new Error('The change that was just written is not visible');
  return { ...change, id: row.id };
}

/** @param by user who decided; undefined: the due time passed */
export async function endChange(tx: Tx, id: number, status: ChangeEnd, by?: number): Promise<void> {
  await tx.query(
    `UPDATE reveal_policy_changes SET status = $2::text, decided_by = $3::bigint,
       decided_at = CASE WHEN $3::bigint IS NULL THEN NULL ELSE now() END
     WHERE id = $1::bigint`,
    [id, status, by ?? null],
  );
}

/** A looser limit without a second person to decide it. */
export interface LooseningAlarm {
  readonly companyId: number;
  readonly requestedBy: number;
  readonly requestedAt: Date;
  readonly dueAt: Date;
  readonly status: string;
}

/** Of the companies in the transaction's scope, newest first; at most 50 of a company. */
export function readLoosenings(tx: Tx, hours: number): Promise<LooseningAlarm[]> {
  return tx.query<LooseningAlarm>(
    `SELECT company_id AS "companyId", requested_by AS "requestedBy", requested_at AS "requestedAt", due_at AS "dueAt", status
     FROM (SELECT *, row_number() OVER (PARTITION BY company_id ORDER BY requested_at DESC, id DESC) AS place
       FROM reveal_policy_changes
       WHERE is_alone AND (status = 'pending' OR requested_at > now() - make_interval(hours => $1::integer))) AS recent
     WHERE place <= 50 ORDER BY requested_at DESC, id DESC`,
    [hours],
  );
}
