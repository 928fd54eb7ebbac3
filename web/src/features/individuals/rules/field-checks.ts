import type { FieldType } from '@pii-vault/contract/scalars';
import { aadhaarFault, isAccountNumber, panFault } from '@pii-vault/platform/values/identifier-faults';

/** Key below `check.` in the texts; undefined for a valid value. */
export type Finding =
  | 'aadhaarFormat'
  | 'aadhaarFirstDigit'
  | 'aadhaarChecksum'
  | 'pan'
  | 'panHolder'
  | 'panSerial'
  | 'email'
  | 'phone'
  | 'name'
  | 'address'
  | 'dobFormat'
  | 'dobImpossible'
  | 'dobFuture'
  | 'bankAccount'
  | 'otherId';

const compact = (value: string) => value.trim().toUpperCase().replace(/[\s-]/g, '');
const unless = (isFine: boolean, finding: Finding): Finding | undefined => (isFine ? undefined : finding);

/** The vault's check of an identifier, as a finding. */
const findings = {
  AADHAAR_FORMAT: 'aadhaarFormat',
  AADHAAR_FIRST_DIGIT: 'aadhaarFirstDigit',
  AADHAAR_CHECKSUM: 'aadhaarChecksum',
  PAN_FORMAT: 'pan',
  PAN_HOLDER_TYPE: 'panHolder',
  PAN_SERIAL: 'panSerial',
} as const;
const findingBy = (fault: keyof typeof findings | undefined) => fault && findings[fault];

const dateForms = [
  /^(?<year>\d{4})([-/.]?)(?<month>\d{2})\2(?<day>\d{2})$/,
  /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})$/,
];

const dateParts = (value: string) =>
  dateForms.map((form) => form.exec(value.trim())?.groups).find((found) => found);
const isoOf = ({ year, month = '', day = '' }: Record<string, string>): string =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');

/**
 * The ISO date that the vault reads from a numeric date (day before month), and whether month before day would give
 * another date. Undefined for other forms.
 */
export function readDay(value: string): { iso: string; isAmbiguous: boolean } | undefined {
  const groups = dateParts(value);
  if (!groups || dob(value) !== undefined) return undefined;
  const { day, month } = groups;
  const isYearFirst = /^\d{4}/.test(value.trim());
  const isAmbiguous = !isYearFirst && Number(day) <= 12 && Number(day) !== Number(month);
  return { iso: isoOf(groups), isAmbiguous };
}

function dob(value: string): Finding | undefined {
  const groups = dateParts(value);
  // The vault accepts more forms, with month names and partial dates; all have a four-digit year.
  if (!groups) return unless(/(?<!\d)\d{4}(?!\d)/.test(value), 'dobFormat');
  const iso = isoOf(groups);
  const date = new Date(`${iso}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
  if (!isReal || Number(groups.year) < 1880) return 'dobImpossible';
  return unless(date.getTime() <= Date.now() + 14 * 3_600_000, 'dobFuture');
}

/** Ten digits of an Indian number, or any international number with +. The server checks with libphonenumber. */
function phone(value: string): Finding | undefined {
  const plain = value.replace(/^\s*tel:/i, '').replace(/[\s().-]/g, '');
  return unless(/^(\+|00)\d{7,15}$/.test(plain) || /^(0|91)?[1-9]\d{9}$/.test(plain), 'phone');
}

const checks: Readonly<Record<FieldType, (value: string) => Finding | undefined>> = {
  aadhaar: (value) => findingBy(aadhaarFault(compact(value))),
  pan: (value) => findingBy(panFault(compact(value))),
  email: (value) => unless(/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()), 'email'),
  phone,
  name: (value) => unless(/\p{L}/u.test(value), 'name'),
  address: (value) => unless(/[\p{L}\p{N}]/u.test(value), 'address'),
  dob,
  bank_account: (value) => unless(isAccountNumber(compact(value)), 'bankAccount'),
  other_id: (value) => unless(/[\p{L}\p{N}]/u.test(value), 'otherId'),
};

/**
 * Checks a value while it is typed. The vault decides and may find more; its message is then shown at the same field.
 * A blank value is absent, not invalid. A value with non-ASCII letters, digits, blanks or dashes is not checked here,
 * because the vault normalises it first; names and addresses can be in any script.
 */
export function findingOf(type: FieldType, value: string): Finding | undefined {
  if (value.trim() === '') return undefined;
  const isLeftToVault = type !== 'name' && type !== 'address' && /[^\x20-\x7e]/.test(value.trim());
  return isLeftToVault ? undefined : checks[type](value);
}
