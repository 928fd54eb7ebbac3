import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';

/** Actions that are an alarm regardless of their decision. */
const alarms = new Set([
  'login_failure',
  'access_refused',
  'event_refused',
  'compliance_violation',
  'integrity_error',
  'import_fail',
]);

interface AuditLine {
  /** The action was refused or failed. */
  isAlarm: boolean;
  isRefused: boolean;
  /** The person, if the action concerns exactly one. */
  individualId: number | null;
  /** Number of people, if the action concerns several. */
  people: number;
  purpose: string | null;
}

/** The parts of an entry that the dashboard shows; never personal values. */
export function auditLine({ action, individualId, details }: AuditTrailEntry): AuditLine {
  const { individualIds = [], counts, decision, purpose } = details;
  const isRefused = decision === 'refused';
  const only = individualId ?? (individualIds.length === 1 ? (individualIds[0] ?? null) : null);
  return {
    isAlarm: isRefused || alarms.has(action),
    isRefused,
    individualId: only,
    people: only === null ? (counts?.individuals ?? individualIds.length) : 0,
    purpose: purpose ?? null,
  };
}

/** Individuals added minus those erased. */
export const netGrowth = (growth: Analytics['growth']): number =>
  growth.reduce((total, day) => total + day.added - day.erased, 0);

interface LowestCompliance {
  kind: 'lowest' | 'lowestReadiness';
  name: string;
  score: number;
}

/**
 * The company with the lowest score, or readiness if no rule is in force yet. Undefined with fewer than two checked
 * companies, because there is nothing to compare.
 */
export function lowestCompliance(companies: readonly Company[]): LowestCompliance | undefined {
  const known = companies.flatMap(({ name, compliance: { score, readiness } }): LowestCompliance[] => {
    if (score !== null) return [{ kind: 'lowest', name, score }];
    return readiness === null ? [] : [{ kind: 'lowestReadiness', name, score: readiness }];
  });
  return known.length < 2 ? undefined : known.reduce((low, one) => (one.score < low.score ? one : low));
}
