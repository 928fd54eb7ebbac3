import { aadhaarFault, panFault } from '../identifier-faults.ts';
import type { FieldTarget } from './column-target.ts';

/** Columns of a person that values alone or a header with values identify. */
export type SuggestedTarget = FieldTarget | 'externalId';

/** A target that one column fills. */
export type SuggestedType = Exclude<SuggestedTarget, 'address'>;

/** What bounds the work per column: rows that are sampled, cells in all, and characters that are read of a cell. */
export const SAMPLE = { rows: 300, cells: 12_000, chars: 200 } as const;

/** Rows to sample of a file with so many columns. */
export const sampleRows = (columns: number): number =>
  Math.min(SAMPLE.rows, Math.max(20, Math.floor(SAMPLE.cells / Math.max(1, columns))));

/** Values of one column without the blank ones, cut to SAMPLE.chars. */
export const readable = (cells: readonly string[]): readonly string[] =>
  cells.map((cell) => cell.slice(0, SAMPLE.chars).trim()).filter((cell) => cell !== '');

/** A cell without the separators that people put into numbers. */
const compact = (value: string): string => value.replace(/[\s().-]/g, '');

const isMobile = (value: string): boolean => /^(?:\+?91|0)?[6-9]\d{9}$|^\+\d{8,15}$/.test(compact(value));
const isPan = (value: string): boolean => panFault(compact(value).toUpperCase()) === undefined;
const isAadhaar = (value: string): boolean => aadhaarFault(compact(value)) === undefined;
// The last label has no dot, so that a domain of many dots takes linear time.
const isEmail = (value: string): boolean => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;.]{2,}$/.test(value);
const isIdentifier = (value: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9/_.#-]*$/.test(value) && /\d/.test(value) && !isDate(value);
/** Letters of Indian scripts have their vowels as marks between them. */
const isWord = (value: string): boolean => /\p{L}\p{M}*\p{L}/u.test(value);
const isPersonName = (value: string): boolean => isWord(value) && !/[\d@#/\\]/.test(value);
const isPostcode = (value: string): boolean => /^[1-9]\d{2} ?\d{3}$|^[A-Z\d][A-Z\d -]{3,9}$/i.test(value);

const DATE =
  /^(?:\d{1,2}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ,]+(\d{4})|(\d{4})[-/.]\d{1,2}[-/.]\d{1,2})(?:[T ][\d:.]+Z?)?$/;
const isDate = (value: string): boolean => DATE.test(value);
const yearOf = (value: string): number => {
  const [, last, first] = DATE.exec(value) ?? [];
  return Number(last ?? first ?? 0);
};

const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;

/** Share of values that differ from all others before them; case does not count. */
const distinct = (values: readonly string[]): number =>
  values.length === 0 ? 0 : new Set(values.map((value) => value.toLowerCase())).size / values.length;

/** A value that is a person's own does not stand in most rows. */
const varies = (values: readonly string[]): boolean =>
  values.length < 2 || distinct(values) > 0.5 || (values.length >= 5 && distinct(values) === 0.5);

const MOST = 0.8;

/** The label of a total row, which the import rejects by itself. */
const isTotal = (value: string): boolean =>
  /^\W*(?:(?:grand|sub|net)[ -]*)?totals?\W*$|^(?:कुल|महायोग|योग)/iu.test(value);

/**
 * Whether the values are what the header suggests. A column without values confirms nothing. An external id differs in
 * every row of two or more: a code that two people share is a group's, and would make one person of them.
 */
export function confirms(target: SuggestedType, values: readonly string[], year: number): boolean {
  const most = (is: (value: string) => boolean) => share(values, is) >= MOST;
  const checks: Readonly<Record<SuggestedType, () => boolean>> = {
    externalId: () => {
      const ids = values.filter((value) => !isTotal(value));
      return ids.length > 1 && distinct(ids) === 1 && ids.every(isIdentifier) && !most(isMobile);
    },
    name: () => most(isPersonName) && varies(values),
    dob: () => most((value) => isDate(value) && yearOf(value) >= 1900 && yearOf(value) <= year),
    aadhaar: () => most(isAadhaar),
    pan: () => most(isPan),
    phone: () => most(isMobile) && varies(values),
    email: () => most(isEmail) && varies(values),
    bank_account: () => most((value) => /^\d{9,18}$/.test(compact(value))) && varies(values),
    other_id: () => most((value) => isIdentifier(value) && value.length >= 5) && varies(values),
  };
  return checks[target]();
}

/** Whether the values may be numbers of houses. A school has houses, too, which are colours. */
export const areNumbered = (values: readonly string[]): boolean =>
  share(values, (value) => /\p{Nd}/u.test(value)) >= 0.5;

/** Whether the values of a part of an address are such a part: a postcode, or text; 'house' may be a bare number. */
export function confirmsAddress(part: 'postcode' | 'house' | 'text', values: readonly string[]): boolean {
  if (part === 'postcode') return share(values, isPostcode) >= MOST;
  return part === 'house'
    ? values.length > 0
    : share(values, (value) => isWord(value) && !isEmail(value)) >= 0.6;
}

/** Fewer numbers or dates may fit by chance: one number in ten has the check digit of an Aadhaar. */
const FEWEST = 3;

/** What the values are by themselves; undefined unless nearly all of them say the same and nearly all differ. */
export function recognised(values: readonly string[], year: number): SuggestedType | undefined {
  if (distinct(values) < 0.6) return undefined;
  const nearlyAll = (is: (value: string) => boolean) => share(values, is) >= 0.9;
  if (nearlyAll(isEmail)) return 'email';
  if (nearlyAll(isPan)) return 'pan';
  if (values.length < FEWEST) return undefined;
  if (nearlyAll(isAadhaar)) return 'aadhaar';
  if (nearlyAll(isMobile)) return 'phone';
  return nearlyAll(isDate) && areBirthYears(values.map(yearOf), year) ? 'dob' : undefined;
}

/** Years of people of several ages, most of them grown up: dates of joining or of payment lie closer together. */
function areBirthYears(years: readonly number[], year: number): boolean {
  const sorted = years.filter((one) => one > 0).sort((one, other) => one - other);
  const [first = 0, middle = 0, last = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return first >= year - 110 && last <= year - 3 && last - first >= 15 && middle <= year - 20;
}
