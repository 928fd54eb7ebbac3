const DAY = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[T ].*)?$/;
const DAY_FIRST = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/;
const YEAR = /^(?:c\.? ?|about )?(?<year>1\d{3}|20\d{2})(?:\.0)?$/;

/**
 * Parses birth dates of registers that an import refuses: before 1880, a year alone, other separators.
 * @returns yyyy-mm-dd, with the first of January for a year alone, which the encoders treat as a year; undefined if the
 * text is no date of the calendar
 */
export function registerDate(text: string): string | undefined {
  const {
    year,
    month = '1',
    day = '1',
  } = (DAY.exec(text) ?? DAY_FIRST.exec(text) ?? YEAR.exec(text))?.groups ?? {};
  if (year === undefined) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
