import type { Tx } from '@pii-vault/platform/postgres/database';
import { RULES } from '../../rules/all-rules.ts';
import type { Regulation } from '../../rules/rule.ts';
import type { TrendDay } from './trend-store.ts';

export interface RegulationTrend {
  readonly regulationType: Regulation;
  /** One per day, ascending. */
  readonly days: readonly TrendDay[];
}

/** The newest check of a rule on a day; without a rule when the day has no check. */
export interface RuleDay {
  /** ISO date in the company's zone. */
  readonly day: string;
  readonly ruleId: string | null;
  readonly status: string | null;
  readonly score: number | null;
  readonly readiness: number | null;
}

/** $1 company, $2 days, $3 its zone: at most a row for each rule and day. */
export const RULE_DAYS = `SELECT to_char(n.day, 'YYYY-MM-DD') AS day, d.rule_id AS "ruleId", d.status, d.score, d.readiness
  FROM (SELECT (now() AT TIME ZONE $3::text)::date - $2::integer + i AS day FROM generate_series(1, $2::integer) AS i) AS n
  LEFT JOIN compliance_days d ON d.company_id = $1::bigint AND d.day = n.day
  ORDER BY n.day`;

export async function readRegulationTrend(
  tx: Tx,
  companyId: number,
  days: number,
  zone: string,
): Promise<RegulationTrend[]> {
  return byRegulation(await tx.query<RuleDay>(RULE_DAYS, [companyId, days, zone]));
}

const REGULATION_OF = new Map(RULES.map(({ id, regulationType }) => [id, regulationType]));
const REGULATIONS = [...new Set(REGULATION_OF.values())];

/**
 * Means over the rules of a regulation, rounded as they are shown. A regulation without an applicable rule is left out.
 */
export function byRegulation(rows: readonly RuleDay[]): RegulationTrend[] {
  const days = [...new Set(rows.map(({ day }) => day))];
  return REGULATIONS.flatMap((regulationType) => {
    const own = rows.filter(
      ({ ruleId, status }) =>
        ruleId !== null && status !== 'not_applicable' && REGULATION_OF.get(ruleId) === regulationType,
    );
    if (own.length === 0) return [];
    const perDay = Map.groupBy(own, ({ day }) => day);
    return [{ regulationType, days: days.map((day) => dayOf(day, perDay.get(day) ?? [])) }];
  });
}

function dayOf(day: string, rows: readonly RuleDay[]): TrendDay {
  return {
    day,
    score: mean(rows.map(({ score }) => score)),
    readiness: mean(rows.map(({ readiness }) => readiness)),
    violations: rows.filter(({ status }) => status === 'violation').length,
  };
}

function mean(values: ReadonlyArray<number | null>): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length);
}
