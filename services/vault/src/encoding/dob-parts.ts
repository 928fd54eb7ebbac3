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

/** Grams of a date: its digits by place, the year, and day and month without order (dd/mm against mm/dd). */
export function dobGrams({ day, year }: DobParts): string[] {
  if (year === undefined) return [];
  const digits = [...(day ?? year).replaceAll('-', '')];
  const grams = [`y${year}`, ...digits.map((digit, place) => `${place}:${digit}`)];
  if (day !== undefined) grams.push(`d${[day.slice(5, 7), day.slice(8)].sort().join('.')}`);
  return grams;
}
