import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';

/** Hours of a day. */
export const HOURS = 24;

/** Entries from Monday 00:00 on, 7 rows of 24 hours, in the zones in which the companies count their days. */
export function weekValues(cells: Analytics['access']['byWeekdayHour']): readonly number[] {
  const values = Array.from({ length: 7 * HOURS }, () => 0);
  for (const { weekday, hour, entries } of cells) values[(weekday - 1) * HOURS + hour] = entries;
  return values;
}

/** 9 → '09:00'. */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
