import { foldedIdentifier } from '../field-types/clean-text.ts';
import { latinDigits } from '../field-types/plain-text.ts';

/** A normalised text for the search of identifiers, with the position of each UTF-16 unit in the original. */
export interface FoldedText {
  readonly text: string;
  /** Offset in the original of the character that a unit comes from. */
  readonly startOf: readonly number[];
  /** Offset in the original after that character. */
  readonly endOf: readonly number[];
}

const ASCII = /^[\x21-\x7e]$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Digits of every script as 0–9, full-width characters as ASCII, every dash as '-', every blank as ' ', and no
 * character that shows nothing. Line breaks stay.
 */
export function foldText(original: string): FoldedText {
  let text = '';
  const startOf: number[] = [];
  const endOf: number[] = [];
  let at = 0;
  const foldOnce = remembering(foldChar);
  for (const char of original) {
    const end = at + char.length;
    for (const unit of foldOnce(char)) {
      text += unit;
      for (let n = 0; n < unit.length; n += 1) {
        startOf.push(at);
        endOf.push(end);
      }
    }
    at = end;
  }
  return { text, startOf, endOf };
}

function foldChar(char: string): string {
  if (ASCII.test(char) || char === '\n' || char === '\r') return char;
  if (/\s/u.test(char)) return ' ';
  const plain = latinDigits(char).normalize('NFKC');
  if (ASCII.test(plain)) return plain;
  // A lone blank is trimmed away, so the fold is asked about the character between two letters.
  return LETTER_OR_DIGIT.test(char) ? char : foldedIdentifier(`a${char}a`).slice(1, -1);
}

/** Folding a character that is not ASCII takes microseconds, and a text has few different ones. */
function remembering(fold: (char: string) => string): (char: string) => string {
  const known = new Map<string, string>();
  return (char) => {
    const found = known.get(char);
    if (found !== undefined) return found;
    const folded = fold(char);
    known.set(char, folded);
    return folded;
  };
}
