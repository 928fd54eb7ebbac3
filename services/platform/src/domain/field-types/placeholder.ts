import type { FieldType } from './field-type.ts';

/**
 * Whether a canonical value is a placeholder, which people and programs enter for a missing value: sharing it is no
 * evidence of identity. It is stored like any value. Other names, addresses and dates are judged by their frequency in
 * the data.
 */
export function isPlaceholder(type: FieldType, canonical: string): boolean {
  return placeholders[type]?.(canonical) ?? false;
}

const placeholders: Readonly<Partial<Record<FieldType, (canonical: string) => boolean>>> = {
  aadhaar: isPatterned,
  pan: isPlaceholderPan,
  phone: isPlaceholderPhone,
  email: isPlaceholderEmail,
  bank_account: isPatterned,
  other_id: isPlaceholderId,
  dob: isPlaceholderDate,
};

/**
 * Epochs of programs and their defaults for a missing date; no living person was born in 1900.
 */
const emptyDates = new Set([
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1900-01',
  '1900',
  '1904-01-01',
  '1970-01-01',
]);

/** Whether a canonical date of birth is a program's default. */
export function isPlaceholderDate(canonical: string): boolean {
  return emptyDates.has(canonical);
}

const SHORTEST_RUN = 5;
const oneDigit = /^(.)\1*$/u;

/** One character throughout, or digits that count up or down, through 9 and 0. */
function isPatterned(text: string): boolean {
  if (oneDigit.test(text)) return true;
  if (text.length < SHORTEST_RUN || !/^\d+$/.test(text)) return false;
  return isCounting(text, 1) || isCounting(text, 9);
}

function isCounting(digits: string, step: number): boolean {
  for (let at = 1; at < digits.length; at += 1)
    if ((Number(digits[at - 1]) + step) % 10 !== Number(digits[at])) return false;
  return true;
}

/** One letter throughout but for the holder's type, with digits of a pattern: AAAPA1111A, AAAPA1234A. */
function isPlaceholderPan(canonical: string): boolean {
  const letters = canonical.slice(0, 3) + canonical.slice(4, 5) + canonical.slice(9);
  return oneDigit.test(letters) && isSerialPatterned(canonical.slice(5, 9));
}

const isSerialPatterned = (serial: string): boolean => oneDigit.test(serial) || serial === '1234';

/** One digit to the end of the national number, whatever its first one is, or a run up or down the keypad. */
function isPlaceholderPhone(e164: string): boolean {
  const national = e164.startsWith('+91') ? e164.slice(3) : e164.slice(1);
  return /^\d(\d)\1+$/.test(national) || isPatterned(national);
}

/** Up to three letters before digits of a pattern, such as A1234567 for a passport. */
function isPlaceholderId(canonical: string): boolean {
  if (isPatterned(canonical)) return true;
  const digits = /^\p{L}{0,3}[ /-]?(\d+)$/u.exec(canonical)?.[1] ?? '';
  return digits.length >= SHORTEST_RUN && isPatterned(digits);
}

const junk = new Set(
  `na none null nil nill no noemail noemailid nomail nomailid noid notavailable notapplicable notprovided notgiven
  unknown test tests testing tester testuser dummy sample example noreply donotreply asdf asdfgh qwerty abc abcd abcde xyz`.split(
    /\s+/,
  ),
);
const junkHosts = new Set(['na', 'none', 'null', 'nil', 'noemail', 'nomail', 'test', 'dummy']);

/** @param address lower case */
function isPlaceholderEmail(address: string): boolean {
  const at = address.lastIndexOf('@');
  const [user, host] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()];
  // test1@, no.email@ and n/a@ are what test@, noemail@ and na@ are.
  const word = user.replace(/[._/-]/g, '').replace(/\d+$/, '');
  const isJunk = word === '' ? isPatterned(user) : junk.has(word) || (word.length > 2 && oneDigit.test(word));
  // RFC 2606, section 3: names that are kept for examples, and those below them.
  return isJunk || /(^|\.)example\.(com|net|org)$/.test(host) || junkHosts.has(host.split('.')[0] ?? '');
}
