import type { Tx } from '@pii-vault/platform/postgres/database';

/** Urgent: deliberate changes to rights, keys, agreements, registers. People's data changes continuously. */
export type Urgency = 'urgent' | 'not urgent';

/** A fact of the company has changed: its rules are due. */
export async function requestRun(tx: Tx, companyId: number, urgency: Urgency = 'urgent'): Promise<void> {
  await tx.query(
    `INSERT INTO run_requests AS known (company_id, urgent_count) VALUES ($1::bigint, $2::bigint)
     ON CONFLICT (company_id) DO UPDATE SET request_count = known.request_count + 1,
       urgent_count = known.urgent_count + excluded.urgent_count`,
    [companyId, urgency === 'urgent' ? 1 : 0],
  );
}

/** What holds for every company has changed: the rules of each that was ever checked are due. */
export async function requestAllRuns(tx: Tx): Promise<void> {
  await tx.query(
    `INSERT INTO run_requests AS known (company_id) SELECT company_id FROM company_runs ORDER BY company_id
     ON CONFLICT (company_id) DO UPDATE SET request_count = known.request_count + 1,
       urgent_count = known.urgent_count + 1`,
  );
}

export interface RunRequest {
  readonly companyId: number;
  readonly requestCount: number;
  readonly urgentCount: number;
}

/** A company's last run is older than this, by what was asked for: a burst of changes makes one run. */
interface DueBefore {
  readonly urgent: Date;
  readonly notUrgent: Date;
}

export function dueRequests(tx: Tx, before: DueBefore): Promise<RunRequest[]> {
  return tx.query<RunRequest>(
    `SELECT r.company_id AS "companyId", r.request_count AS "requestCount",
       r.urgent_count AS "urgentCount" FROM run_requests AS r
     LEFT JOIN company_runs AS c ON c.company_id = r.company_id
     WHERE c.last_run_at IS NULL
       OR c.last_run_at <= CASE WHEN r.urgent_count > 0 THEN $1::timestamptz ELSE $2::timestamptz END`,
    [before.urgent, before.notUrgent],
  );
}

/** Forgets a request; what came again meanwhile stays, and is urgent if that was. */
export async function endRequest(
  tx: Tx,
  { companyId, requestCount, urgentCount }: RunRequest,
): Promise<void> {
  await tx.query('DELETE FROM run_requests WHERE company_id = $1::bigint AND request_count = $2::bigint', [
    companyId,
    requestCount,
  ]);
  await tx.query(
    'UPDATE run_requests SET urgent_count = urgent_count - $2::bigint WHERE company_id = $1::bigint',
    [companyId, urgentCount],
  );
}
