import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

const formats = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/,
];

// Nobody on record was born earlier and is alive; a year below it is a typing error or a default of some system.
const earliestYear = 1880;

// A date is in the future only when no clock on earth shows it yet (UTC+14).
const latestOffsetMs = 14 * 3_600_000;

function partsOf(typed: string): Readonly<Record<string, string>> | undefined {
  for (const format of formats) {
    const groups = format.exec(typed)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** A date of birth as ISO yyyy-mm-dd; also read from yyyymmdd and dd/mm/yyyy. */
export const dob: TypeRules<'dob'> = {
  type: 'dob',
  canonicalise(plain, now) {
    const text = plainText(plain, { subject: 'The date of birth', maxLength: 32 });
    if (!text.ok) return text;
    const typed = latinDigits(text.value);
    const parts = partsOf(typed);
    if (parts === undefined) {
      return refuse('DOB_FORMAT', 'A date of birth is written yyyy-mm-dd, yyyymmdd or dd/mm/yyyy');
    }
    const { year, month, day } = parts;
    const [months, days] = [Number(month) - 1, Number(day)];
    const date = new Date(Date.UTC(Number(year), months, days));
    const isReal = date.getUTCMonth() === months && date.getUTCDate() === days;
    if (!isReal || Number(year) < earliestYear) {
      return refuse('DOB_IMPOSSIBLE', 'The date of birth is not a possible date');
    }
    if (date.getTime() > now.getTime() + latestOffsetMs) {
      return refuse('DOB_FUTURE', 'The date of birth is in the future');
    }
    return accept(`${year}-${month}-${day}`);
  },
  matchForm: () => null,
  indexForm: () => null,
  mask: () => 'XXXX-MASKED',
};
