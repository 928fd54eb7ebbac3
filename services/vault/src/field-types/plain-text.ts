import { standsForNothing } from './blank-text.ts';
import { accept, type Canonical, refuse } from './type-rules.ts';

// Zero digits of the scripts in use in India, of both Arabic forms and of full width; their nine others follow.
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** Decimal digits of other scripts as 0–9; everything else unchanged. */
export function latinDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((candidate) => code >= candidate && code < candidate + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

export interface TextRule {
  /** How the sentence calls the value, such as 'The name'. */
  readonly subject: string;
  /** UTF-16 units of the trimmed text. */
  readonly maxLength: number;
  /** Line breaks and tabs are allowed (addresses). */
  readonly isMultiline?: boolean;
}

// C0, DEL and C1; also the line and paragraph separators that would break a log or a CSV in two.
const controls = /[\p{Cc}\u2028\u2029]/u;
const controlsButBreaks = /[^\P{Cc}\t\n\r]/u;

// Nothing, or only blanks, format characters and fillers: looks like an empty value and is one.
const invisible = /^[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Text that can be stored: trimmed, NFC, well formed, without NUL and control characters, visible, not too long.
 * Reasons: CONTAINS_NUL, INVALID_TEXT, VALUE_EMPTY, VALUE_STANDS_FOR_NOTHING, VALUE_TOO_LONG, CONTROL_CHARACTER.
 */
export function plainText(raw: string, rule: TextRule): Canonical {
  // The raw length is looked at first: no regular expression runs over a text of two megabytes.
  if (raw.length > rule.maxLength + 64) return tooLong(rule);
  if (raw.includes('\0')) return refuse('CONTAINS_NUL', `${rule.subject} contains a NUL character`);
  if (!raw.isWellFormed()) return refuse('INVALID_TEXT', `${rule.subject} is not valid Unicode text`);
  const text = raw.normalize('NFC').trim();
  if (invisible.test(text)) return refuse('VALUE_EMPTY', `${rule.subject} is empty`);
  if (standsForNothing(text)) {
    return refuse(
      'VALUE_STANDS_FOR_NOTHING',
      `${rule.subject} is a text that stands for a missing value; leave it out or give the value`,
    );
  }
  if (text.length > rule.maxLength) return tooLong(rule);
  if ((rule.isMultiline ? controlsButBreaks : controls).test(text)) {
    return refuse('CONTROL_CHARACTER', `${rule.subject} contains a control character`);
  }
  return accept(text);
}

const tooLong = (rule: TextRule) =>
  refuse('VALUE_TOO_LONG', `${rule.subject} is longer than ${rule.maxLength} characters`);
