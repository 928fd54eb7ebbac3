import type { RevealPolicy } from '../policies/reveal-policy.ts';
import type { Channel } from './subject.ts';

/** Counted quantities, by their code in budget_counts. */
export const BUDGETS = {
  reveal: 1,
  bulk: 2,
  search: 3,
  export: 4,
  conflict: 5,
  answer: 6,
  import_answer: 7,
  erasure: 8,
  consent: 9,
} as const;
export type Budget = keyof typeof BUDGETS;

export const budgetOf = (code: number): Budget | undefined =>
  (Object.keys(BUDGETS) as Budget[]).find((name) => BUDGETS[name] === code);

/** One count and its limit. */
export interface Meter {
  readonly budget: Budget;
  /** Empty: all purposes. For an hourly budget the UTC hour. */
  readonly purpose: string;
  readonly limit: number;
}

const HOURLY: ReadonlySet<Budget> = new Set(['answer', 'import_answer']);

/** Whether the budget is hourly, and not daily. */
export const isHourly = (budget: Budget): boolean => HOURLY.has(budget);

/** The purpose of a meter in entries and alarms. */
export const purposeOf = ({ budget, purpose }: Pick<Meter, 'budget' | 'purpose'>): string =>
  isHourly(budget) ? '' : purpose;

export interface MeterState extends Meter {
  readonly used: number;
}

/** Meters of a reveal of people: all of the day, those for the purpose, and those of bulk reveals. */
export function revealMeters(
  policy: RevealPolicy,
  channel: Channel,
  { purpose, isBulk }: { readonly purpose: string; readonly isBulk: boolean },
): Meter[] {
  const limit = channel === 1 ? policy.peoplePerUser : policy.peoplePerClient;
  return [
    { budget: 'reveal', purpose: '', limit },
    { budget: 'reveal', purpose, limit: Math.min(limit, policy.byPurpose.get(purpose) ?? limit) },
    ...(isBulk ? bulkMeters(policy) : []),
  ];
}

/** The meter of bulk reveals, where the company has a limit. */
export const bulkMeters = ({ revealsAbove }: RevealPolicy): Meter[] =>
  revealsAbove === undefined ? [] : [bulkMeter(revealsAbove)];

/** @param limit VAULT_ERASURES_PER_DAY */
export const erasureMeter = (limit: number): Meter => ({ budget: 'erasure', purpose: '', limit });

/** @param limit VAULT_CONSENTS_PER_DAY */
export const consentMeter = (limit: number): Meter => ({ budget: 'consent', purpose: '', limit });

export const bulkMeter = (limit: number): Meter => ({ budget: 'bulk', purpose: '', limit });

export const searchMeter = (policy: RevealPolicy, channel: Channel): Meter => ({
  budget: 'search',
  purpose: '',
  limit: channel === 1 ? policy.searchesPerUser : policy.searchesPerClient,
});

/** The meter with the least left. */
export function tightest<M extends MeterState>(meters: readonly M[]): M | undefined {
  return meters.reduce<M | undefined>(
    (least, one) => (least === undefined || one.limit - one.used < least.limit - least.used ? one : least),
    undefined,
  );
}
