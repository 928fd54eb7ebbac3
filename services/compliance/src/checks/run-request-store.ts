import type { Tx } from '@pii-vault/platform/db/database';

/** A fact of the company has changed: its rules are due, sooner where it is urgent. */
export async function requestRun(tx: Tx, companyId: number, isUrgent = true): Promise<void> {
  await tx.query(
    `INSERT INTO run_requests AS known (company_id, is_urgent) VALUES ($1::bigint, $2::boolean)
     ON CONFLICT (company_id) DO UPDATE SET request_count = known.request_count + 1,
       is_urgent = known.is_urgent OR excluded.is_urgent`,
    [companyId, isUrgent],
  );
}

/** What holds for every company has changed: the rules of each that was ever checked are due. */
export async function requestAllRuns(tx: Tx): Promise<void> {
  await tx.query(
    `INSERT INTO run_requests AS known (company_id) SELECT company_id FROM company_runs ORDER BY company_id
     ON CONFLICT (company_id) DO UPDATE SET request_count = known.request_count + 1, is_urgent = true`,
  );
}

export interface RunRequest {
  readonly companyId: number;
  readonly requestCount: number;
}

/** How old the last run is at least, by what was asked for: a burst of changes makes one run. */
export interface DueBefore {
  readonly urgent: Date;
  readonly other: Date;
}

export function dueRequests(tx: Tx, before: DueBefore): Promise<RunRequest[]> {
  return tx.query<RunRequest>(
    `SELECT r.company_id AS "companyId", r.request_count AS "requestCount" FROM run_requests AS r
     LEFT JOIN company_runs AS c ON c.company_id = r.company_id
     WHERE c.last_run_at IS NULL
       OR c.last_run_at <= CASE WHEN r.is_urgent THEN $1::timestamptz ELSE $2::timestamptz END`,
    [before.urgent, before.other],
  );
}

/** Forgets a request; one that came again meanwhile stays. */
export async function endRequest(tx: Tx, { companyId, requestCount }: RunRequest): Promise<void> {
  await tx.query('DELETE FROM run_requests WHERE company_id = $1::bigint AND request_count = $2::bigint', [
    companyId,
    requestCount,
  ]);
}
