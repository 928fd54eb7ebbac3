import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';

const DAY = 24 * 60;
const WEEK = 7 * DAY;

export interface LocalWeek {
  /** When the hours of a column begin, minutes after the reader's midnight; 24 of them, ascending. */
  columns: readonly number[];
  /** From Monday, 7 rows of 24. */
  values: readonly number[];
}

/**
 * Entries by weekday and UTC hour, in the reader's time. An hour stays whole: at an offset of 5:30 the columns begin at
 * 00:30, and the last one reaches over midnight.
 * @param offset minutes east of UTC
 */
export function localWeek(cells: Analytics['access']['byWeekdayHour'], offset: number): LocalWeek {
  const placed = cells.map(({ weekday, hour, entries }) => {
    const minute = (((weekday - 1) * DAY + hour * 60 + offset) % WEEK) + WEEK;
    return { row: Math.floor((minute % WEEK) / DAY), start: minute % DAY, entries };
  });
  const columns = [...new Set(placed.map(({ start }) => start))].sort((a, b) => a - b);
  const values = Array.from({ length: 7 * columns.length }, () => 0);
  for (const { row, start, entries } of placed)
    values[row * columns.length + columns.indexOf(start)] = entries;
  return { columns, values };
}

const two = (value: number) => String(value).padStart(2, '0');
/** 570 → '09:30'. */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
