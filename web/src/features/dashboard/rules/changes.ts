import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import type { Company } from '@pii-vault/contract/companies/companies-schema';

/** By how many the people grew in the days of the answer: those added without those erased. */
export const netGrowth = (growth: Analytics['growth']): number =>
  growth.reduce((total, day) => total + day.added - day.erased, 0);

export interface LowestCompliance {
  kind: 'lowest' | 'lowestReadiness';
  name: string;
  score: number;
}

/**
 * The company with the lowest score; readiness stands in where no rule is in force yet. Undefined with fewer than two
 * that were checked: there is nothing to compare.
 */
export function lowestCompliance(companies: readonly Company[]): LowestCompliance | undefined {
  const known = companies.flatMap(({ name, compliance: { score, readiness } }): LowestCompliance[] => {
    if (score !== null) return [{ kind: 'lowest', name, score }];
    return readiness === null ? [] : [{ kind: 'lowestReadiness', name, score: readiness }];
  });
  return known.length < 2 ? undefined : known.reduce((low, one) => (one.score < low.score ? one : low));
}

/** Rows of the activity card. */
const ACTIONS = 6;

/** The most frequent actions first; `percent` is of the most frequent one. */
export function busiestActions(
  byAction: Analytics['access']['byAction'],
): ReadonlyArray<{ action: string; entries: number; percent: number }> {
  const busiest = [...byAction].sort((a, b) => b.entries - a.entries).slice(0, ACTIONS);
  const most = busiest[0]?.entries ?? 0;
  return busiest
    .filter(({ entries }) => entries > 0)
    .map((one) => ({ ...one, percent: (100 * one.entries) / most }));
}
