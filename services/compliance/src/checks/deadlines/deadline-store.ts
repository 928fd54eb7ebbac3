import type { Tx } from '@pii-vault/platform/postgres/database';
import { only } from '@pii-vault/platform/postgres/only';
import { GRIEVANCE_DUE_AT } from '../../facts/register-facts.ts';
import { HEADINGS, REPORT_WITHIN_MS } from '../../registers/incidents/incident.ts';
import { REVIEW_DAYS } from '../../rules/dpdp-sec-b1.ts';

/** Entries that wait, in all companies of the scope. */
export interface Deadlines {
  readonly count: number;
  /** Those whose time is over. */
  readonly overdue: number;
  /** Of the first one. */
  readonly companyId: number | null;
  /** Null: never done, or nothing waits. */
  readonly dueAt: Date | null;
  /** Headings without a text, of the first breach. */
  readonly emptyHeadings: number | null;
}

/** The first one comes first: one that was never done, then the earliest. */
const summed = (waiting: string) =>
  `SELECT count(*) AS count, count(*) FILTER (WHERE due_at IS NULL OR due_at < $1::timestamptz) AS overdue,
     (array_agg(company_id ORDER BY due_at NULLS FIRST, company_id))[1] AS "companyId",
     (array_agg(due_at ORDER BY due_at NULLS FIRST, company_id))[1] AS "dueAt",
     (array_agg(empty ORDER BY due_at NULLS FIRST, company_id))[1] AS "emptyHeadings"
   FROM (${waiting}) AS waiting`;

const INCIDENTS = summed(
  `SELECT company_id, coalesce(extended_until, aware_at + $2::bigint * interval '1 millisecond') AS due_at,
     $3::integer - cardinality(filled) AS empty
   FROM incidents WHERE reported_at IS NULL`,
);
const GRIEVANCES = summed(
  `SELECT company_id, ${GRIEVANCE_DUE_AT} AS due_at, NULL::integer AS empty FROM grievances WHERE closed_at IS NULL`,
);
/** Companies that were checked and whose last review is too old, or that have none. */
const ACCESS_REVIEWS = summed(
  `SELECT c.company_id, r.reviewed_at + $2::integer * interval '24 hours' AS due_at, NULL::integer AS empty
   FROM company_runs AS c LEFT JOIN LATERAL (
     SELECT reviewed_at FROM access_reviews AS r WHERE r.company_id = c.company_id AND r.status = 'finished'
     ORDER BY id DESC LIMIT 1) AS r ON true
   WHERE r.reviewed_at IS NULL OR r.reviewed_at < $1::timestamptz - $2::integer * interval '24 hours'`,
);

const SETUP = `SELECT count(*) AS purposes,
    count(*) FILTER (WHERE lawful_basis IS NULL OR jsonb_array_length(notices) = 0) AS incomplete,
    (SELECT count(*) FROM company_runs WHERE company_id = $1::bigint) AS runs
  FROM purposes WHERE company_id = $1::bigint`;

/** Facts of the registers on which the steps of a new company depend. */
export async function readSetup(tx: Tx, companyId: number) {
  return only(await tx.query<{ purposes: number; incomplete: number; runs: number }>(SETUP, [companyId]));
}

export interface RegisterDeadlines {
  readonly incidents: Deadlines;
  readonly grievances: Deadlines;
  readonly accessReviews: Deadlines;
}

export async function readDeadlines(tx: Tx, now: Date): Promise<RegisterDeadlines> {
  return {
    incidents: await read(tx, INCIDENTS, [now, REPORT_WITHIN_MS, HEADINGS.length]),
    grievances: await read(tx, GRIEVANCES, [now]),
    accessReviews: await read(tx, ACCESS_REVIEWS, [now, REVIEW_DAYS]),
  };
}

async function read(tx: Tx, text: string, values: readonly unknown[]): Promise<Deadlines> {
  const [row] = await tx.query<Deadlines>(text, values);
  return row ?? { count: 0, overdue: 0, companyId: null, dueAt: null, emptyHeadings: null };
}
