import { HIGH_FROM, MEDIUM_FROM } from '@pii-vault/platform/values/bands';
import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { type Finding, type Rule, unknown } from './rule.ts';

export type Status = Finding['status'] | 'not_in_force' | 'not_applicable';

/** A finding under the law in force on the day. */
export interface RuleResult extends Omit<Finding, 'status' | 'score'> {
  readonly status: Status;
  /** Whole number within the band of the status: compliant 90–100, warning 70–89, violation 0–69. */
  readonly score: number | undefined;
  /** The score it would have, only before the rule is in force. */
  readonly readiness: number | undefined;
}

const BANDS = {
  compliant: [HIGH_FROM, 100],
  warning: [MEDIUM_FROM, HIGH_FROM - 1],
  violation: [0, MEDIUM_FROM - 1],
} as const;

/** Evaluates a rule; before its date nothing is a violation, but the readiness shows. */
export function evaluateRule(rule: Rule, facts: Facts): RuleResult {
  if (rule.appliesTo !== undefined && facts.company !== undefined && !rule.appliesTo(facts.company))
    return notApplicable();
  const isKnown = rule.appliesTo === undefined || facts.company !== undefined;
  const finding = isKnown ? ratedFinding(rule, facts) : unknown(reason('LAW_UNKNOWN'));
  const score = bandedScore(finding);
  if (facts.now < rule.inForceFrom)
    return { ...finding, status: 'not_in_force', score: undefined, readiness: score };
  return { ...finding, score, readiness: undefined };
}

/** A company without personal data has nothing to rate: it has no score, and only a violation is a result. */
function ratedFinding(rule: Rule, facts: Facts): Finding {
  const finding = rule.evaluate(facts);
  const isEmpty = facts.company !== undefined && facts.company.dataTypes.length === 0;
  if (!isEmpty) return finding;
  return finding.status === 'violation' ? { ...finding, score: undefined } : unknown(reason('NO_DATA'));
}

function notApplicable(): RuleResult {
  return {
    status: 'not_applicable',
    score: undefined,
    readiness: undefined,
    reasons: [reason('LAW_NOT_APPLICABLE')],
    evidence: [],
    recommendations: [],
  };
}

/** The status to whose band a score belongs. */
export const bandOf = (score: number): keyof typeof BANDS =>
  score >= BANDS.compliant[0] ? 'compliant' : score >= BANDS.warning[0] ? 'warning' : 'violation';

/** The score limited to the band of its status, so that both always agree. */
export function bandedScore({ status, score }: Pick<Finding, 'status' | 'score'>): number | undefined {
  if (status === 'unknown' || score === undefined) return undefined;
  const [lowest, highest] = BANDS[status];
  return Math.min(highest, Math.max(lowest, Math.round(score)));
}
