import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';

/** Ranges in days, as values of the URL. */
export const ranges = ['7', '30', '90'] as const;
export type Range = (typeof ranges)[number];
const days: Readonly<Record<Range, 7 | 30 | 90>> = { 7: 7, 30: 30, 90: 90 };
export const rangeOf = (text: string): Range => ranges.find((range) => range === text) ?? '30';
export const daysOf = (range: Range) => days[range];

export const analyticsTabs = ['overview', 'data', 'access', 'security'] as const;
type AnalyticsTab = (typeof analyticsTabs)[number];
export const tabOf = (text: string): AnalyticsTab => analyticsTabs.find((tab) => tab === text) ?? 'overview';

export type Reveal = Analytics['reveals'][number];

interface RevealFlow {
  purpose: string;
  /** Type and id of the recipient, or OTHERS. */
  recipient: string;
  people: number;
}

export const OTHERS = 'others';
/** Maximum number of nodes on each side of the chart. The others are combined; the table lists all. */
const SHOWN = 8;

export const recipientOf = ({ actorType, actorId }: Pick<Reveal, 'actorType' | 'actorId'>): string =>
  `${actorType}:${actorId}`;

/** Flows of the purposes and recipients with most people; the others are combined. */
export function revealFlows(reveals: readonly Reveal[]): readonly RevealFlow[] {
  const purposes = largest(reveals, ({ purpose }) => purpose);
  const recipients = largest(reveals, recipientOf);
  const sums = new Map<string, RevealFlow>();
  for (const reveal of reveals) {
    const purpose = purposes.has(reveal.purpose) ? reveal.purpose : OTHERS;
    const recipient = recipients.has(recipientOf(reveal)) ? recipientOf(reveal) : OTHERS;
    const key = `${purpose} ${recipient}`;
    sums.set(key, { purpose, recipient, people: (sums.get(key)?.people ?? 0) + reveal.people });
  }
  return [...sums.values()].sort((a, b) => b.people - a.people);
}

function largest(reveals: readonly Reveal[], keyOf: (reveal: Reveal) => string): ReadonlySet<string> {
  const sums = new Map<string, number>();
  for (const reveal of reveals) sums.set(keyOf(reveal), (sums.get(keyOf(reveal)) ?? 0) + reveal.people);
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  return new Set(sorted.slice(0, sorted.length > SHOWN ? SHOWN - 1 : SHOWN).map(([key]) => key));
}

export const peopleIn = (reveals: readonly Reveal[]): number =>
  reveals.reduce((sum, { people }) => sum + people, 0);

export const HOURS = 24;

/** Numbers of entries from Monday 00:00 on: 7 rows of 24 hours, in the companies' time zones. */
export function weekValues(cells: Analytics['access']['byWeekdayHour']): readonly number[] {
  const values = Array.from({ length: 7 * HOURS }, () => 0);
  for (const { weekday, hour, entries } of cells) values[(weekday - 1) * HOURS + hour] = entries;
  return values;
}

/** 9 → '09:00'. */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
