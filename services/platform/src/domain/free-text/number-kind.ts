import { aadhaar } from '../field-types/aadhaar.ts';
import { indianMobile } from '../field-types/indian-mobile.ts';
import { phone } from '../field-types/phone.ts';
import { isCardGrouping, isCardNumber } from './card-number.ts';
import type { NumberWindow } from './number-windows.ts';
import { type NamedAround, namedAround } from './words-around.ts';

/** Kinds of identifier that are digits alone. */
export type NumberKind = 'aadhaar' | 'card' | 'phone' | 'bank_account';

/** The canonical form of a window as a number of one kind, or undefined. */
export type ReadNumber = (window: NumberWindow) => string | undefined;

/** Phone numbers of one text that libphonenumber reads: 30 to 100 µs each. */
const MOST_READ = 100;

/**
 * Reads the numbers of one text, by kind: by check digit, by the rules of telephone numbers, or, for account numbers,
 * which have neither, by the words around it. An order number, a date or an amount has no kind.
 */
export function numberKinds(text: string): Readonly<Record<NumberKind, ReadNumber>> {
  const named = namedAround(text);
  const read = phoneReader();
  return {
    aadhaar: (window) => (isAadhaar(window) ? window.digits : undefined),
    card: (window) => (isCard(window) ? window.digits : undefined),
    phone: (window) => {
      if (isPartOfCode(text, window)) return undefined;
      const dialled = dialledForm(window, named);
      return dialled === undefined ? undefined : read(dialled);
    },
    bank_account: (window) =>
      !isPartOfCode(text, window) && isNamedAccount(window, named) ? window.digits : undefined,
  };
}

function isAadhaar({ digits, lengths, isWhole }: NumberWindow): boolean {
  if (digits.length !== 12 || aadhaar.matchForm(digits) === null) return false;
  return lengths.length === 1 || isWhole || lengths.every((length) => length === 4);
}

const isCard = ({ digits, lengths, isWhole }: NumberWindow): boolean =>
  isCardNumber(digits) && (isCardGrouping(lengths) || (isWhole && lengths.every((one) => one <= 4)));

/** A part of a code of letters and digits is neither a phone number nor an account. */
const isPartOfCode = (text: string, { start }: NumberWindow): boolean =>
  /[A-Za-z]/.test(text.charAt(start - 1));

/** RBI: account numbers of Indian banks have 9 to 18 digits. */
function isNamedAccount({ digits, lengths, isWhole, start, end }: NumberWindow, named: NamedAround): boolean {
  if (digits.length < 9 || digits.length > 18 || !(isWhole || lengths.length === 1)) return false;
  return named(start, end) === 'account';
}

/** The number as the rules of telephone numbers read it; undefined when nothing says that it is one. */
function dialledForm(window: NumberWindow, named: NamedAround): string | undefined {
  const dialled = dialledDigits(window, named);
  // Dates and amounts have groups of one digit; numbers that are dialled have not.
  const { lengths } = window;
  if (dialled === undefined || (lengths.length > 2 && lengths.slice(1).some((length) => length < 2)))
    return undefined;
  return isNamedAccount(window, named) ? undefined : dialled;
}

function dialledDigits(
  { digits, hasPlus, start, end }: NumberWindow,
  named: NamedAround,
): string | undefined {
  // ITU-T E.164, section 6; with an exit code three more.
  if (hasPlus) return digits.length <= 15 ? `+${digits}` : undefined;
  if (/^(?:[6-9]\d{9}|0[1-9]\d{9}|00[1-9]\d{7,14})$/.test(digits)) return digits;
  if (/^91[6-9]\d{9}$/.test(digits)) return `+${digits}`;
  return digits.length <= 15 && named(start, end) === 'phone' ? digits : undefined;
}

/**
 * E.164 of a dialled number. A text may contain thousands of candidates, so the library reads the first 100; after
 * these, the form alone decides, and more is masked rather than less.
 */
function phoneReader(): (dialled: string) => string | undefined {
  let reads = 0;
  return (dialled) => {
    const usual = indianMobile(dialled);
    if (usual !== null) return usual;
    reads += 1;
    if (reads > MOST_READ) return dialled;
    const number = phone.canonicalise(dialled, {});
    return number.ok ? number.value : undefined;
  };
}
