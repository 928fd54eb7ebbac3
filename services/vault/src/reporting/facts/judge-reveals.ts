import { FIELD_CODES, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';

/** A reveal by its audit entry. */
export interface RevealToJudge {
  readonly individualId: number;
  readonly fieldNames: readonly string[];
  readonly purpose: string;
  readonly at: Date;
}

export type Verdict = 'covered' | 'outside_purpose' | 'after_withdrawal' | 'gone';

interface Row {
  /** Types of the entry that had an active version at its time. */
  readonly found: number;
  readonly outside: number;
  readonly late: number;
}

/**
 * Judges reveals of one company by the consents of their time. Consents are append-only and field versions stay, so the
 * trail can be checked long afterwards. One verdict per reveal, the worst of its fields.
 */
export async function judgeReveals(
  tx: Tx,
  companyId: number,
  reveals: readonly RevealToJudge[],
): Promise<Verdict[]> {
  const rows = await tx.query<Row>(JUDGE_QUERY, [
    companyId,
    reveals.map(({ individualId }) => individualId),
    reveals.map(({ fieldNames }) => fieldNames.reduce((mask, name) => mask | bitOfName(name), 0)),
    reveals.map(({ purpose }) => purpose),
    reveals.map(({ at }) => at),
  ]);
  return rows.map((row, n) => verdictOf(row, reveals[n]?.fieldNames.filter(needsConsent).length ?? 0));
}

/** Nominees are read for the nomination itself (`principals/`), which no consent covers. */
const needsConsent = (name: string) => name !== 'nominee';

function verdictOf({ found, outside, late }: Row, asked: number): Verdict {
  if (outside > 0) return 'outside_purpose';
  if (late > 0) return 'after_withdrawal';
  return found < asked ? 'gone' : 'covered';
}

/** An entry's time is taken shortly before the read: a minute of difference counts as the same time. */
const JUDGE_QUERY = `SELECT count(j.field_type)::int AS found, count(*) FILTER (WHERE NOT j.is_covered)::int AS outside,
    count(*) FILTER (WHERE j.is_covered AND NOT j.is_live)::int AS late
  FROM unnest($2::bigint[], $3::int[], $4::text[], $5::timestamptz[])
    WITH ORDINALITY AS r(individual_id, types, purpose, at, n)
  LEFT JOIN LATERAL (
    SELECT f.field_type, bool_or(v.is_covered) AS is_covered, bool_or(v.is_covered AND NOT v.is_withdrawn) AS is_live
    FROM pii_fields AS f
    LEFT JOIN consents AS c ON c.company_id = $1::bigint AND c.individual_id = r.individual_id AND NOT c.is_withdrawal
      AND c.seq >= f.consent_seq AND (c.type_mask = 0 OR c.type_mask & (1 << f.field_type) <> 0)
      AND c.recorded_at <= r.at + interval '1 minute'
    CROSS JOIN LATERAL (SELECT coalesce(c.purpose = r.purpose OR r.purpose = ANY (c.also_for), false) AS is_covered, EXISTS (
      SELECT FROM consents AS d WHERE d.company_id = $1::bigint AND d.individual_id = r.individual_id
        AND d.is_withdrawal AND d.purpose = r.purpose
        AND (d.type_mask = 0 OR d.type_mask & (1 << f.field_type) <> 0)
        AND (d.seq > c.seq OR NOT ((c.is_dated AND c.given_at > d.given_at) OR EXISTS (
          SELECT FROM consents AS e WHERE e.company_id = $1::bigint AND e.individual_id = r.individual_id
            AND e.seq > d.seq AND e.seq < c.seq AND NOT e.is_withdrawal AND e.is_dated AND e.given_at > d.given_at
            AND (e.purpose = r.purpose OR r.purpose = ANY (e.also_for))
            AND (e.type_mask = 0 OR e.type_mask & (1 << f.field_type) <> 0))))
        AND d.recorded_at < r.at - interval '15 minutes') AS is_withdrawn) AS v
    WHERE f.consent_seq > 0 AND f.company_id = $1::bigint AND f.individual_id = r.individual_id AND r.types & (1 << f.field_type) <> 0
      AND f.created_at <= r.at + interval '1 minute'
      AND (f.ended_at IS NULL OR f.ended_at >= r.at - interval '1 minute')
    GROUP BY f.field_type) AS j ON true
  GROUP BY r.n ORDER BY r.n`;

function bitOfName(name: string): number {
  if (name === 'external_id') return 1 << FIELD_CODES.external_id;
  return isFieldType(name) ? 1 << FIELD_CODES[name] : 0;
}
