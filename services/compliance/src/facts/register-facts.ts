import type { Tx } from '@pii-vault/platform/postgres/database';

/** What the register of purposes says; each list names purposes. */
export interface PurposeFacts {
  readonly purposes: readonly string[];
  readonly withoutBasis: readonly string[];
  /** Without any notice, or whose newest notice lacks a period or an end event. */
  readonly withoutRetention: readonly string[];
}

/** End of a grievance's period; rows without one are of the release before. */
export const GRIEVANCE_DUE_AT = `coalesce(due_at, received_at + period_days * interval '24 hours')`;

export interface GrievanceFacts {
  readonly total: number;
  readonly open: number;
  /** Open and past its period. */
  readonly overdue: number;
  /** Closed after its period, within the last year. */
  readonly closedLate: number;
  /** The longest published period, days; 0 without grievances. */
  readonly longestPeriodDays: number;
}

export interface IncidentFacts {
  readonly total: number;
  /** Not reported and within the time. */
  readonly open: number;
  /** Not reported in time, or not yet and the time is over. */
  readonly late: number;
  /** Reported in time with a heading of Rule 7(2)(b) empty. */
  readonly incomplete: number;
}

export interface RecipientFacts {
  readonly total: number;
  /** Purposes that recipients are named for and the register of purposes does not hold. */
  readonly unknownPurposes: readonly string[];
}

/** Recipients of values outside of the console, compared with the recipients in the register. */
export interface DisclosureFacts {
  /** Purpose and field type pairs that API clients have received. */
  readonly disclosed: number;
  /** Pairs for which no recipient was registered at the time, as "purpose: type". */
  readonly withoutRecipient: readonly string[];
}

export interface RegisterFacts {
  readonly purposes: PurposeFacts;
  readonly grievances: GrievanceFacts;
  readonly incidents: IncidentFacts;
  readonly recipients: RecipientFacts;
  readonly disclosures: DisclosureFacts;
  /** When the last review of access with signed lines was finished. */
  readonly accessReviewedAt: Date | null;
}

export async function registerFacts(tx: Tx, companyId: number, now: Date): Promise<RegisterFacts> {
  return {
    purposes: await purposeFacts(tx, companyId),
    grievances: await grievanceFacts(tx, companyId, now),
    incidents: await incidentFacts(tx, companyId, now),
    recipients: await recipientFacts(tx, companyId),
    disclosures: await disclosureFacts(tx, companyId),
    accessReviewedAt: await lastAccessReview(tx, companyId),
  };
}

async function purposeFacts(tx: Tx, companyId: number): Promise<PurposeFacts> {
  const [row] = await tx.query<PurposeFacts>(
    `SELECT coalesce(array_agg(purpose ORDER BY id), '{}') AS purposes,
       coalesce(array_agg(purpose ORDER BY id) FILTER (WHERE lawful_basis IS NULL), '{}') AS "withoutBasis",
       coalesce(array_agg(purpose ORDER BY id) FILTER (WHERE notices -> -1 ->> 'retentionDays' IS NULL
         OR notices -> -1 ->> 'endEvent' IS NULL), '{}') AS "withoutRetention"
     FROM purposes WHERE company_id = $1::bigint`,
    [companyId],
  );
  return row ?? { purposes: [], withoutBasis: [], withoutRetention: [] };
}

async function grievanceFacts(tx: Tx, companyId: number, now: Date): Promise<GrievanceFacts> {
  const [row] = await tx.query<GrievanceFacts>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE closed_at IS NULL) AS open,
       count(*) FILTER (WHERE closed_at IS NULL AND due_at < $2::timestamptz) AS overdue,
       count(*) FILTER (WHERE closed_at > due_at AND closed_at > $2::timestamptz - interval '1 year') AS "closedLate",
       coalesce(max(period_days), 0)::int AS "longestPeriodDays"
     FROM (SELECT closed_at, period_days, ${GRIEVANCE_DUE_AT} AS due_at
       FROM grievances WHERE company_id = $1::bigint) AS g`,
    [companyId, now],
  );
  return row ?? { total: 0, open: 0, overdue: 0, closedLate: 0, longestPeriodDays: 0 };
}

async function incidentFacts(tx: Tx, companyId: number, now: Date): Promise<IncidentFacts> {
  const [row] = await tx.query<IncidentFacts>(
    `SELECT count(*) AS total,
       count(*) FILTER (WHERE reported_at IS NULL AND due_at >= $2::timestamptz) AS open,
       count(*) FILTER (WHERE coalesce(reported_at, $2::timestamptz) > due_at) AS late,
       count(*) FILTER (WHERE reported_at <= due_at AND cardinality(filled) < 6) AS incomplete
     FROM (SELECT reported_at, filled, coalesce(extended_until, aware_at + interval '72 hours') AS due_at
       FROM incidents WHERE company_id = $1::bigint) AS i`,
    [companyId, now],
  );
  return row ?? { total: 0, open: 0, late: 0, incomplete: 0 };
}

async function recipientFacts(tx: Tx, companyId: number): Promise<RecipientFacts> {
  const [row] = await tx.query<RecipientFacts>(
    `SELECT (SELECT count(*) FROM recipients WHERE company_id = $1::bigint) AS total,
       ARRAY(SELECT DISTINCT named FROM recipients AS r, unnest(r.purposes) AS named
         WHERE r.company_id = $1::bigint AND NOT EXISTS (
           SELECT 1 FROM purposes AS p WHERE p.company_id = $1::bigint AND p.purpose = named)
         ORDER BY named) AS "unknownPurposes"`,
    [companyId],
  );
  return row ?? { total: 0, unknownPurposes: [] };
}

/** A recipient without field types is one for every type. */
async function disclosureFacts(tx: Tx, companyId: number): Promise<DisclosureFacts> {
  const [row] = await tx.query<DisclosureFacts>(
    `WITH pairs AS (
       SELECT DISTINCT purpose, field_type, max(last_at) AS last_at FROM reveal_ledger
       WHERE company_id = $1::bigint GROUP BY purpose, field_type)
     SELECT (SELECT count(*) FROM pairs) AS disclosed,
       ARRAY(SELECT purpose || ': ' || field_type FROM pairs AS p WHERE NOT EXISTS (
         SELECT FROM recipients AS r WHERE r.company_id = $1::bigint AND p.purpose = ANY (r.purposes)
           AND (cardinality(r.field_types) = 0 OR p.field_type = ANY (r.field_types))
           AND (r.shared_until IS NULL OR r.shared_until >= p.last_at))
         ORDER BY 1) AS "withoutRecipient"`,
    [companyId],
  );
  return row ?? { disclosed: 0, withoutRecipient: [] };
}

async function lastAccessReview(tx: Tx, companyId: number): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date }>(
    `SELECT reviewed_at AS at FROM access_reviews WHERE company_id = $1::bigint AND status = 'finished'
     ORDER BY id DESC LIMIT 1`,
    [companyId],
  );
  return row?.at ?? null;
}
