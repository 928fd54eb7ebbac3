export type DobPrecision = 'none' | 'year' | 'day';

export interface DobParts {
  readonly precision: DobPrecision;
  /** yyyy-mm-dd; what the precision does not cover says nothing. */
  readonly iso: string;
}

export const NO_DOB: DobParts = { precision: 'none', iso: '' };

/** The parts of a canonical date of birth. The first of January is what forms make of a year alone. */
export function dobParts(canonical: string): DobParts {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(canonical)) return NO_DOB;
  return { precision: canonical.endsWith('-01-01') ? 'year' : 'day', iso: canonical };
}

/** Grams of a date: its digits by place, the year, and day and month without order (dd/mm against mm/dd). */
export function dobGrams({ precision, iso }: DobParts): string[] {
  if (precision === 'none') return [];
  const digits = [...iso.replaceAll('-', '')];
  const known = precision === 'year' ? digits.slice(0, 4) : digits;
  const grams = [`y${iso.slice(0, 4)}`, ...known.map((digit, place) => `${place}:${digit}`)];
  if (precision === 'day') grams.push(`d${[iso.slice(5, 7), iso.slice(8)].sort().join('.')}`);
  return grams;
}
