/** The parts of a date of birth that say something. */
export interface DobParts {
  /** yyyy-mm-dd, where the whole date is known. */
  readonly day: string | undefined;
  /** yyyy */
  readonly year: string | undefined;
}

/** The parts of a canonical date of birth. The first of January is what forms make of a year alone. */
export function dobParts(canonical: string): DobParts {
  const [, year, rest] = /^(\d{4})-(\d{2}-\d{2})$/.exec(canonical) ?? [];
  return { day: rest === undefined || rest === '01-01' ? undefined : canonical, year };
}

/** Years that are told as near one another: at most three apart. */
const NEAR = 4;

/**
 * Grams of a date: the year, the two spans of four years that it lies in, so that near years have more in common than
 * others, its digits by place, and three times day and month without order (dd/mm against mm/dd).
 */
export function dobGrams({ day, year }: DobParts): string[] {
  if (year === undefined) return [];
  const spans = [0, NEAR / 2].map((shift) => `${shift}~${Math.floor((Number(year) + shift) / NEAR)}`);
  const digits = [...(day ?? year).replaceAll('-', '')];
  const grams = [`y${year}`, ...spans, ...digits.map((digit, place) => `${place}:${digit}`)];
  if (day === undefined) return grams;
  const unordered = [day.slice(5, 7), day.slice(8)].sort().join('.');
  return [...grams, ...['d', 'e', 'f'].map((copy) => `${copy}${unordered}`)];
}
