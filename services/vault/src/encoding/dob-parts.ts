import { isPlaceholderDate } from '@pii-vault/platform/domain/field-types/placeholder';

/** The informative parts of a date of birth. */
export interface DobParts {
  /** yyyy-mm-dd, where the whole date is known. */
  readonly day: string | undefined;
  /** yyyy-mm, where the month is known. */
  readonly month: string | undefined;
  /** yyyy */
  readonly year: string | undefined;
}

const UNKNOWN: DobParts = { day: undefined, month: undefined, year: undefined };

/**
 * The parts of a canonical date of birth: yyyy, yyyy-mm or yyyy-mm-dd. The first of January counts as a year alone,
 * because forms fill it in; a placeholder gives no parts.
 */
export function dobParts(canonical: string): DobParts {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(canonical) ?? [];
  if (year === undefined || isPlaceholderDate(canonical)) return UNKNOWN;
  if (month === undefined || (month === '01' && day === '01')) return { ...UNKNOWN, year };
  return { day: day === undefined ? undefined : canonical, month: `${year}-${month}`, year };
}

/** Width of the ranges of near years: at most three apart. */
const NEAR = 4;

/**
 * Grams of a date: the year, the two ranges of four years that contain it, so that near years share grams, its digits
 * by position, and three times day and month without order (dd/mm or mm/dd). A month alone has the grams of its year:
 * equality of months is decided exactly (record-codes.ts).
 */
export function dobGrams({ day, year }: Omit<DobParts, 'month'>): string[] {
  if (year === undefined) return [];
  const spans = [0, NEAR / 2].map((shift) => `${shift}~${Math.floor((Number(year) + shift) / NEAR)}`);
  const digits = [...(day ?? year).replaceAll('-', '')];
  const grams = [`y${year}`, ...spans, ...digits.map((digit, place) => `${place}:${digit}`)];
  if (day === undefined) return grams;
  const unordered = [day.slice(5, 7), day.slice(8)].sort().join('.');
  return [...grams, ...['d', 'e', 'f'].map((copy) => `${copy}${unordered}`)];
}
