/** First and last day, both included, as `2026-11-21`; '' is open. */
export interface DateRange {
  from: string;
  to: string;
}

export const everything: DateRange = { from: '', to: '' };

/** Ranges that end today, by their number of days. */
const lengths = { today: 1, week: 7, month: 30, quarter: 90 } as const;
export type Preset = keyof typeof lengths;
export const presets = Object.keys(lengths).filter((key): key is Preset => key in lengths);

const two = (n: number) => String(n).padStart(2, '0');
/** The day of a time in the user's time zone. */
const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

export function rangeOf(preset: Preset, now: Date): DateRange {
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - lengths[preset] + 1);
  return { from: dayOf(from), to: dayOf(now) };
}

/** The preset that equals a range today. */
export const presetOf = (range: DateRange, now: Date): Preset | undefined =>
  presets.find((preset) => {
    const { from, to } = rangeOf(preset, now);
    return range.from === from && range.to === to;
  });

export const isReversed = ({ from, to }: DateRange): boolean => from !== '' && to !== '' && to < from;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Midnight that starts this day or the next one, in the user's time zone; undefined for an invalid day. */
function midnight(day: string, daysAfter: number): Date | undefined {
  const [, year, month, date] = DAY.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const isReal = dayOf(new Date(year, month - 1, date)) === day;
  return isReal ? new Date(year, month - 1, date + daysAfter) : undefined;
}

/** The instants of a range: `from` inclusive, `until` exclusive. */
export function instantsOf({ from, to }: DateRange): { from?: string; until?: string } {
  const [first, end] = [midnight(from, 0), midnight(to, 1)];
  return {
    ...(first ? { from: first.toISOString() } : {}),
    ...(end ? { until: end.toISOString() } : {}),
  };
}
