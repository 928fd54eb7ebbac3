import { aadhaar } from '../field-types/aadhaar.ts';
import { phone } from '../field-types/phone.ts';
import { isCardGrouping, isCardNumber } from './card-number.ts';
import type { NumberWindow } from './number-windows.ts';
import { kindNamedAround } from './words-around.ts';

/** Kinds of identifier that are digits alone. */
export type NumberKind = 'aadhaar' | 'card' | 'phone' | 'bank_account';

export interface NumberFound {
  readonly type: NumberKind;
  readonly canonical: string;
}

/**
 * The type of a number: by check digit, by the rules of telephone numbers, or, for account numbers, which have neither,
 * by the words around it. Undefined for other numbers, such as an order number, a date or an amount.
 */
export function numberKind(text: string, window: NumberWindow): NumberFound | undefined {
  const { digits, lengths, isWhole } = window;
  const isAadhaarGrouping = lengths.length === 1 || isWhole || lengths.every((length) => length === 4);
  if (digits.length === 12 && isAadhaarGrouping && aadhaar.matchForm(digits) !== null)
    return { type: 'aadhaar', canonical: digits };
  if (isCardNumber(digits) && (isCardGrouping(lengths) || (isWhole && lengths.every((one) => one <= 4))))
    return { type: 'card', canonical: digits };
  // A part of a code of letters and digits has none of the meanings below.
  if (/[A-Za-z]/.test(text.charAt(window.start - 1))) return undefined;
  const named = kindNamedAround(text, window.start, window.end);
  if (named === 'account' && isAccountShaped(window)) return { type: 'bank_account', canonical: digits };
  const e164 = phoneOf(window, named === 'phone');
  if (e164 !== undefined) return { type: 'phone', canonical: e164 };
  return undefined;
}

/** RBI: account numbers of Indian banks have 9 to 18 digits. */
function isAccountShaped({ digits, lengths, isWhole }: NumberWindow): boolean {
  return digits.length >= 9 && digits.length <= 18 && (isWhole || lengths.length === 1);
}

function phoneOf({ digits, lengths, hasPlus }: NumberWindow, isNamed: boolean): string | undefined {
  const dialled = dialledForm(digits, hasPlus, isNamed);
  // Dates and amounts have groups of one digit; numbers that are dialled have not.
  if (dialled === undefined || (lengths.length > 2 && lengths.slice(1).some((length) => length < 2)))
    return undefined;
  const read = phone.canonicalise(dialled, {});
  return read.ok ? read.value : undefined;
}

/** The number as the rules of telephone numbers read it; undefined when nothing says that it is one. */
function dialledForm(digits: string, hasPlus: boolean, isNamed: boolean): string | undefined {
  if (hasPlus) return `+${digits}`;
  if (/^(?:[6-9]\d{9}|0[1-9]\d{9}|00[1-9]\d{7,14})$/.test(digits)) return digits;
  if (/^91[6-9]\d{9}$/.test(digits)) return `+${digits}`;
  return isNamed && digits.length >= 7 && digits.length <= 15 ? digits : undefined;
}
