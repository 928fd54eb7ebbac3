import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';

/** People added in the days of the answer. */
export const addedIn = (growth: Analytics['growth']): number =>
  growth.reduce((total, day) => total + day.added, 0);

/**
 * The company with the lowest score, or where no rule is in force yet the lowest readiness. Undefined with fewer than
 * two that were checked: there is nothing to compare.
 */
export function lowestCompliance(
  companies: readonly Company[],
): { kind: 'lowest' | 'lowestReadiness'; name: string; score: number } | undefined {
  const scores = companies.flatMap(({ name, compliance: { score } }) =>
    score === null ? [] : [{ kind: 'lowest' as const, name, score }],
  );
  const readiness = companies.flatMap(({ name, compliance }) =>
    compliance.readiness === null
      ? []
      : [{ kind: 'lowestReadiness' as const, name, score: compliance.readiness }],
  );
  const known = scores.length > 0 ? scores : readiness;
  return known.length < 2 ? undefined : known.reduce((low, one) => (one.score < low.score ? one : low));
}
