import type { Status } from './evaluate-rule.ts';

/** The latest result of one rule. */
export interface LatestCheck {
  readonly status: string;
  readonly score?: number | null | undefined;
  readonly readiness?: number | null | undefined;
}

export interface CompanyStanding {
  readonly status: Status;
  /** Mean over the rules in force, rounded; undefined when none is. */
  readonly score: number | undefined;
  /** Mean readiness over the rules that are not in force yet. */
  readonly readiness: number | undefined;
}

/** Worst first; 'unknown' is worse than 'compliant'. */
const ORDER: readonly Status[] = [
  'violation',
  'warning',
  'unknown',
  'compliant',
  'not_in_force',
  'not_applicable',
];

/** A company has the status of its worst rule in force; 'unknown' without checks. */
export function standingOf(checks: readonly LatestCheck[]): CompanyStanding {
  return {
    status: ORDER.find((status) => checks.some((check) => check.status === status)) ?? 'unknown',
    score: mean(checks.map((check) => check.score)),
    readiness: mean(checks.map((check) => check.readiness)),
  };
}

function mean(values: readonly (number | null | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined && value !== null);
  return known.length === 0 ? undefined : Math.round(known.reduce((a, b) => a + b, 0) / known.length);
}
