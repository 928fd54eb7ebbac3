import { bankAccount } from '../field-types/bank-account.ts';
import { email } from '../field-types/email.ts';
import { pan } from '../field-types/pan.ts';

/** An identifier with letters; offsets in the folded text. */
export interface WordedFound {
  readonly type: 'pan' | 'email' | 'bank_account';
  readonly canonical: string;
  readonly start: number;
  readonly end: number;
}

// With blanks a PAN is in capitals: "title 1234 a" is a sentence.
const PANS = [
  /(?<![A-Za-z0-9])[A-Za-z]{5}-?\d{4}-?[A-Za-z](?![A-Za-z0-9])/g,
  /(?<![A-Za-z0-9])(?:[A-Z][ -]?){5}(?:\d[ -]?){4}[A-Z](?![A-Za-z0-9])/g,
  // Inside a GSTIN (CGST Rules, rule 10): state, PAN, entity, Z, check character.
  /(?<=(?<![A-Za-z0-9])\d{2})[A-Za-z]{5}\d{4}[A-Za-z](?=[A-Za-z1-9][Zz][A-Za-z0-9](?![A-Za-z0-9]))/g,
];
// One repeated character, because nested repetitions take exponential time on a run that is too long.
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g;

export function wordedIdentifiers(text: string): WordedFound[] {
  return [...emailsIn(text), ...PANS.flatMap((pattern) => pansIn(text, pattern)), ...ibansIn(text)];
}

function pansIn(text: string, pattern: RegExp): WordedFound[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: written, index: start }) => {
    const read = pan.canonicalise(written, {});
    const end = start + written.length;
    return read.ok ? [{ type: 'pan' as const, canonical: read.value, start, end }] : [];
  });
}

/** The words after an account number may be in capitals too: its check digits decide where it ends. */
function ibansIn(text: string): WordedFound[] {
  return [...text.matchAll(IBAN)].flatMap(({ 0: run, index: start }) => {
    const ends = [...run.matchAll(/[ -]|$/g)].map(({ index }) => index).reverse();
    const written = ends.map((end) => run.slice(0, end)).find((part) => isIban(part.replace(/[ -]/g, '')));
    const read = bankAccount.canonicalise(written?.replace(/[ -]/g, '') ?? '', {});
    if (written === undefined || !read.ok) return [];
    return [{ type: 'bank_account' as const, canonical: read.value, start, end: start + written.length }];
  });
}

const USER_END = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const HOST_START = /^[\p{L}\p{M}\p{N}.-]+/u;
/** RFC 5321, section 4.5.3.1. */
const [MOST_USER, MOST_HOST] = [64, 253];

/** Looks around each @, so that a long text without one costs nothing. */
function emailsIn(text: string): WordedFound[] {
  const found: WordedFound[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const user = USER_END.exec(text.slice(Math.max(0, at - MOST_USER), at))?.[0].replace(/^[.'/]+/, '') ?? '';
    const host = HOST_START.exec(text.slice(at + 1, at + 1 + MOST_HOST))?.[0].replace(/[.-]+$/, '') ?? '';
    const read = email.canonicalise(`${user}@${host}`, {});
    if (!read.ok) continue;
    found.push({ type: 'email', canonical: read.value, start: at - user.length, end: at + 1 + host.length });
  }
  return found;
}

/** Whether a text without blanks is an account number with a right check (ISO 13616-1; ISO/IEC 7064, MOD 97-10). */
function isIban(compact: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  let rest = 0;
  for (const char of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
