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

/** A date of birth as ISO yyyy-mm-dd; also read from yyyymmdd and dd/mm/yyyy. */
export const dob: TypeRules<'dob'> = {
  type: 'dob',
  canonicalise(plain, now) {
    const text = plainText(plain, { subject: 'The date of birth', maxLength: 32 });
    if (!text.ok) return text;
    const typed = latinDigits(text.value);
    const groups = formats.map((format) => format.exec(typed)?.groups).find((found) => found !== undefined);
    if (groups === undefined) {
      return refuse('DOB_FORMAT', 'A date of birth is written yyyy-mm-dd, yyyymmdd or dd/mm/yyyy');
    }
    const iso = `${groups.year}-${groups.month}-${groups.day}`;
    const date = new Date(`${iso}T00:00:00Z`);
    const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
    if (!isReal || Number(groups.year) < earliestYear) {
      return refuse('DOB_IMPOSSIBLE', 'The date of birth is not a possible date');
    }
    if (date.getTime() > now.getTime() + latestOffsetMs) {
      return refuse('DOB_FUTURE', 'The date of birth is in the future');
    }
    return accept(iso);
  },
  matchForm: () => null,
  indexForm: () => null,
  mask: () => 'XXXX-MASKED',
};
