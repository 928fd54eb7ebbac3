import { foldedIdentifier } from './clean-text.ts';
import { latinDigits } from './plain-text.ts';
import type { DateOrder } from './type-rules.ts';

/** A date as a text names it; a partial date lacks the day, or month and day. */
export interface DateParts {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/** Why a text is no date: another form, a time of day that is not midnight, or a year of two digits. */
export type DateFault = 'form' | 'time' | 'short-year';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

const timeOfDay =
  /^(?<date>.*\d)(t| )(?<hour>\d{1,2}):(?<rest>\d{2}(:\d{2}([.,]\d+)?)?) ?(?<half>[ap]m)? ?(z|utc|gmt|[+-]\d{2}:?\d{2})?$/;

// The stored form, and the most frequent input.
const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;
// Written with one separator throughout; the place of the year distinguishes dates of numbers alone.
const yearFirst = /^(?<year>\d{4})(?<sep>[-/.])(?<month>\d{1,2})\k<sep>(?<day>\d{1,2})$/;
const compact = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/;
const yearLast = /^(?<first>\d{1,2})(?<sep>[-/.])(?<second>\d{1,2})\k<sep>(?<year>\d{4})$/;
const shortYear = /^\d{1,2}([-/. ])(\d{1,2}|[a-z]+)\1\d{2}$/;
const partial = /^(?<year>\d{4})([-/](?<month>\d{1,2}))?$/;
const partialLast = /^(?<month>\d{1,2})[-/](?<year>\d{4})$/;
const named = [
  /^(?<day>\d{1,2})(st|nd|rd|th)?[-/. ](?<name>[a-z]+)[-/. ](?<year>\d{4})$/,
  /^(?<name>[a-z]+)[-/. ](?<day>\d{1,2})(st|nd|rd|th)?[-/. ](?<year>\d{4})$/,
  /^(?<year>\d{4})[-/. ](?<name>[a-z]+)[-/. ](?<day>\d{1,2})$/,
  /^(?<name>[a-z]+)[-/. ](?<year>\d{4})$/,
];

/** Reads every form in which a date of birth is written; whether there is such a day is for the caller to judge. */
export function readDate(text: string, order: DateOrder): DateParts | DateFault {
  const iso = isoDay.exec(text);
  if (iso !== null) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const typed = simplified(text);
  const timed = timeOfDay.exec(typed)?.groups;
  if (timed !== undefined && !isMidnight(timed)) return 'time';
  const date = timed?.date ?? typed;
  const ordered = yearLast.exec(date)?.groups;
  if (ordered !== undefined) {
    const [day, month] = inOrder(ordered, order);
    return { year: Number(ordered.year), month, day };
  }
  const whole = (yearFirst.exec(date) ?? compact.exec(date))?.groups ?? namedParts(date);
  const part = timed === undefined ? (partial.exec(date) ?? partialLast.exec(date))?.groups : undefined;
  const found = whole ?? part;
  if (found === undefined) return shortYear.test(date) ? 'short-year' : 'form';
  const { year, month, day } = found;
  return {
    year: Number(year),
    ...(month === undefined ? {} : { month: Number(month) }),
    ...(day === undefined ? {} : { day: Number(day) }),
  };
}

/**
 * Which order of day and month one cell admits: 'dmy' or 'mdy' when only that one gives a day of the calendar, 'either'
 * when both do, null when the text is no date that leaves the order open. A file that has both 'dmy' and 'mdy'
 * contradicts itself.
 */
export function dateOrdersOf(text: string): DateOrder | 'either' | null {
  const typed = simplified(text);
  const parts = yearLast.exec(timeOfDay.exec(typed)?.groups?.date ?? typed)?.groups;
  if (parts === undefined) return null;
  const [isDmy, isMdy] = (['dmy', 'mdy'] as const).map((order) => {
    const [day, month] = inOrder(parts, order);
    return isCalendarDay({ year: Number(parts.year), month, day });
  });
  if (isDmy && isMdy) return 'either';
  if (isDmy) return 'dmy';
  return isMdy ? 'mdy' : null;
}

/** Whether the calendar has this day, month or year. */
export function isCalendarDay({ year, month = 1, day = 1 }: DateParts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Lower case, Latin digits, no blanks around separators. */
const simplified = (text: string): string =>
  latinDigits(foldedIdentifier(text))
    .toLowerCase()
    .replace(/\s*,\s+|\s+/g, ' ')
    .replace(/ ?([-/]) ?/g, '$1')
    .replace(/(?<=[a-z\d])\. /g, '.');

type Groups = Readonly<Record<string, string | undefined>>;

function inOrder({ first, second }: Groups, order: DateOrder): [day: number, month: number] {
  const [one, two] = [Number(first), Number(second)];
  return order === 'dmy' ? [one, two] : [two, one];
}

function namedParts(date: string): Groups | undefined {
  for (const form of named) {
    const groups: Groups | undefined = form.exec(date)?.groups;
    if (groups?.name === undefined || !monthName.test(groups.name)) continue;
    return { ...groups, month: String(MONTHS.indexOf(groups.name.slice(0, 3)) + 1) };
  }
  return undefined;
}

/** On a clock of twelve hours midnight is 12 AM. */
function isMidnight({ hour, rest, half }: Groups): boolean {
  const isZeroHour = half === undefined ? Number(hour) === 0 : half === 'am' && Number(hour) % 12 === 0;
  return isZeroHour && /^[0:.,]*$/.test(rest ?? '');
}
