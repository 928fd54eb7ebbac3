import { addDays, dayIn, endOfDay, startOfDay } from '@pii-vault/platform/values/zoned-day';

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

/** @param now epoch ms */
export function rangeOf(preset: Preset, now: number, zone: string): DateRange {
  const { day } = dayIn(zone, now);
  return { from: addDays(day, 1 - lengths[preset]), to: day };
}

/** The preset that equals a range today. */
export const presetOf = (range: DateRange, now: number, zone: string): Preset | undefined =>
  presets.find((preset) => {
    const { from, to } = rangeOf(preset, now, zone);
    return range.from === from && range.to === to;
  });

export const isReversed = ({ from, to }: DateRange): boolean => from !== '' && to !== '' && to < from;

const DAY = /^(?!0|9999)\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, of the years 1000 to 9998. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/** The instants of a range of a zone's days: `from` inclusive, `until` exclusive. Other texts are left out. */
export function instantsOf({ from, to }: DateRange, zone: string): { from?: string; until?: string } {
  return {
    ...(isDay(from) ? { from: new Date(startOfDay(zone, from)).toISOString() } : {}),
    ...(isDay(to) ? { until: new Date(endOfDay(zone, to)).toISOString() } : {}),
  };
}
