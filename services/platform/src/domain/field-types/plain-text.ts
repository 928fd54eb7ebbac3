import { isNothing } from './blank-text.ts';
import { characterName } from './character-names.ts';
import { foldedIdentifier, foldedProse, isBlank } from './clean-text.ts';
import { isMask } from './mask-forms.ts';
import { spreadsheetDamage, spreadsheetError } from './spreadsheet-text.ts';
import { accept, type Canonical, type Refusal, refuse } from './type-rules.ts';

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
  /** UTF-16 units of the cleaned text. */
  readonly maxLength: number;
  /** Decides which blanks, dashes and invisible characters are kept. Only an address may have line breaks and tabs. */
  readonly kind: 'identifier' | 'name' | 'address';
  /** An identifier that a spreadsheet may take for a number. */
  readonly isNumberLike?: boolean;
}

// C0, DEL and C1; also the line and paragraph separators that would break a log or a CSV in two.
const controls = /[\p{Cc}\u2028\u2029]/u;
const controlsButBreaks = /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u;

// Show a text in another order than it is stored. One from left to right around an identifier changes nothing: phones
// and address books copy numbers so.
const rightToLeft = /\u202e/;
const anyOverride = /[\u202d\u202e]/;

/**
 * Text that can be stored: well formed, NFC, cleaned (clean-text.ts), visible, not too long, and a value: no NUL,
 * control character or direction override, no mask, no word for a missing value. Reasons: CONTAINS_NUL, INVALID_TEXT,
 * VALUE_EMPTY, VALUE_STANDS_FOR_NOTHING, VALUE_MASKED, VALUE_TOO_LONG, CONTROL_CHARACTER, DIRECTION_OVERRIDE,
 * SCIENTIFIC_NOTATION, TRAILING_DECIMAL, SPREADSHEET_ERROR, UNREADABLE_CHARACTER.
 */
export function plainText(raw: string, rule: TextRule): Canonical {
  // The raw length is looked at first: no regular expression runs over a text of two megabytes.
  if (raw.length > rule.maxLength + 64) return tooLong(rule);
  // Nearly all values are of the keyboard's characters, which have nothing to fold or to refuse.
  const folded = rule.kind === 'identifier' ? foldedIdentifier : foldedProse;
  const cleaned = keyboard.test(raw) ? accept(folded(raw)) : cleanedText(raw, rule);
  if (!cleaned.ok) return cleaned;
  const text = cleaned.value;
  if (text === '') return refuse('VALUE_EMPTY', `${rule.subject} is empty`);
  return noValue(text, rule) ?? (text.length > rule.maxLength ? tooLong(rule) : cleaned);
}

const keyboard = /^[\x20-\x7e]*$/;

/** The folded text, '' when nothing of it shows, or the refusal of a character. */
function cleanedText(raw: string, rule: TextRule): Canonical {
  const lone = loneSurrogate.exec(raw);
  if (lone !== null) {
    return refuse(
      'INVALID_TEXT',
      `${rule.subject} is not valid Unicode text: it contains ${characterName(lone[0])}`,
    );
  }
  const isIdentifier = rule.kind === 'identifier';
  const override = (isIdentifier ? rightToLeft : anyOverride).exec(raw);
  if (override !== null) return hasCharacter('DIRECTION_OVERRIDE', rule, override[0]);
  const folded = (isIdentifier ? foldedIdentifier : foldedProse)(raw.normalize('NFC')).normalize('NFC');
  if (isBlank(folded)) return accept('');
  const control = (rule.kind === 'address' ? controlsButBreaks : controls).exec(folded);
  if (control === null)
    return (rule.kind === 'name' ? unreadable(folded, rule) : undefined) ?? accept(folded);
  return hasCharacter(control[0] === '\0' ? 'CONTAINS_NUL' : 'CONTROL_CHARACTER', rule, control[0]);
}

// The replacement character of programs for undecodable letters, and private-use characters.
const unreadableCharacter = /[\ufffd\p{Co}]/u;

function unreadable(text: string, { subject }: TextRule): Refusal | undefined {
  const found = unreadableCharacter.exec(text);
  if (found === null) return undefined;
  return refuse(
    'UNREADABLE_CHARACTER',
    `${subject} contains ${characterName(found[0])}, which stands for a letter that cannot be read; give the letter itself`,
  );
}

/** Texts that are written where a value is missing, hidden or lost. */
function noValue(text: string, { subject, isNumberLike = false }: TextRule): Refusal | undefined {
  const bare = foldedIdentifier(text);
  const error = spreadsheetError(subject, bare);
  if (error !== undefined) return error;
  if (isNothing(bare)) {
    return refuse(
      'VALUE_STANDS_FOR_NOTHING',
      `${subject} is a text that stands for a missing value; leave it out or give the value`,
    );
  }
  if (isMask(bare)) {
    return refuse('VALUE_MASKED', `${subject} is a mask, which hides a value; give the value itself`);
  }
  return isNumberLike ? spreadsheetDamage(subject, text) : undefined;
}

const loneSurrogate = /\p{Cs}/u;

const hasCharacter = (reason: string, { subject }: TextRule, char: string): Refusal =>
  refuse(reason, `${subject} contains ${characterName(char)}; remove this character`);

const tooLong = (rule: TextRule) =>
  refuse('VALUE_TOO_LONG', `${rule.subject} is longer than ${rule.maxLength} characters`);
