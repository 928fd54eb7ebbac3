import { isPlaceholderDate } from '@pii-vault/platform/domain/field-types/placeholder';

/** The parts of a date of birth that say something. */
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
 * The parts of a canonical date of birth: yyyy, yyyy-mm or yyyy-mm-dd. The first of January is what forms make of a
 * year alone; a placeholder says nothing.
 */
export function dobParts(canonical: string): DobParts {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(canonical) ?? [];
  if (year === undefined || isPlaceholderDate(canonical)) return UNKNOWN;
  if (month === undefined || (month === '01' && day === '01')) return { ...UNKNOWN, year };
  return { day: day === undefined ? undefined : canonical, month: `${year}-${month}`, year };
}

/** Years that count as near each other: at most three apart. */
const NEAR = 4;

/**
 * Grams of a date: the year, the two spans of four years that it lies in, so that near years have more in common than
 * others, its digits by place, and three times day and month without order (dd/mm against mm/dd). A month alone has
 * those of its year: whether months agree is decided exactly (record-codes.ts).
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
