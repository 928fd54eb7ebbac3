import { type DateFault, type DateParts, isCalendarDay, readDate } from './date-text.ts';
import { FULL_MASK } from './mask-forms.ts';
import { plainText } from './plain-text.ts';
import { accept, type Refusal, refuse, type TypeRules } from './type-rules.ts';

// No living person on record was born earlier. An earlier year is a typing error or a system's default.
const earliestYear = 1880;

// A date is in the future only when no clock on earth shows it yet (UTC+14).
const latestOffsetMs = 14 * 3_600_000;

const faults: Readonly<Record<DateFault, Refusal>> = {
  form: refuse(
    'DOB_FORMAT',
    'A date of birth is written yyyy-mm-dd, dd/mm/yyyy, yyyymmdd or 31-Dec-1990, or yyyy-mm or yyyy when no more is known',
  ),
  time: refuse(
    'DOB_TIME',
    'The date of birth has a time of day that is not midnight, so that its day depends on the time zone; give the date alone',
  ),
  'short-year': refuse('DOB_FORMAT', 'The date of birth has a year of two digits; write all four'),
};

/** A date of birth as ISO yyyy-mm-dd, or its known part: yyyy-mm or yyyy. Parsed by `readDate`. */
export const dob: TypeRules<'dob'> = {
  type: 'dob',
  canonicalise(plain, { now = new Date(), dateOrder = 'dmy' }) {
    const text = plainText(plain, { subject: 'The date of birth', maxLength: 40, kind: 'identifier' });
    if (!text.ok) return text;
    const read = readDate(text.value, dateOrder);
    if (typeof read === 'string') return faults[read];
    if (!isCalendarDay(read) || read.year < earliestYear) return impossible(read);
    const iso = isoOf(read);
    const latest = new Date(now.getTime() + latestOffsetMs).toISOString();
    if (iso > latest.slice(0, iso.length)) {
      return refuse('DOB_FUTURE', 'The date of birth is in the future');
    }
    return accept(iso);
  },
  matchForm: () => null,
  indexForm: () => null,
  mask: () => FULL_MASK,
};

/** Whether a canonical date of birth has its day. */
export const isWholeDate = (canonical: string): boolean => canonical.length === 'yyyy-mm-dd'.length;

/** Latest possible day of birth, yyyy-mm-dd, for this canonical date of birth. */
export function latestBirthDay(canonical: string): string {
  const [year = 0, month = 12, day] = canonical.split('-').map(Number);
  return isoOf({ year, month, day: day ?? new Date(Date.UTC(year, month, 0)).getUTCDate() });
}

function impossible({ month = 1, day = 1 }: DateParts): Refusal {
  return month > 12 && day <= 12
    ? refuse(
        'DOB_IMPOSSIBLE',
        'The date of birth has a month above 12: it is read with the day before the month unless an import says dateOrder=mdy',
      )
    : refuse('DOB_IMPOSSIBLE', 'The date of birth is not a possible date');
}

function isoOf({ year, month, day }: DateParts): string {
  const parts = [month, day].flatMap((part) => (part === undefined ? [] : String(part).padStart(2, '0')));
  return [String(year).padStart(4, '0'), ...parts].join('-');
}
