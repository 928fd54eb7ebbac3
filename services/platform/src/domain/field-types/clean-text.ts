// Dashes and minus signs of every typography (category Pd, U+2212 and the superscript and subscript minus).
const dashes = /[\p{Pd}\u2212\u207b\u208b]/gu;
// Blanks of every width and the letters that fonts draw as nothing.
const blanks = /[\p{Zs}\u3164\uffa0\u115f\u1160\u2800]/gu;
// Zero width, direction marks and isolates, BOM, soft hyphen, variation selectors.
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
// What a name shows nothing of, but for the joiners, and the joiners.
const ignorable = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const joiners = /[\u200c\u200d]/g;

// Scripts whose conjuncts are written with joiners.
const indic =
  '[\\p{sc=Beng}\\p{sc=Deva}\\p{sc=Gujr}\\p{sc=Guru}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Orya}\\p{sc=Sinh}\\p{sc=Taml}\\p{sc=Telu}]';
const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]';
// Before a joiner: an Indic character with another to follow, or a virama at the end of a word (RFC 5892, appendix A).
const startsIndic = new RegExp(`^${indic}`, 'u');
const endsIndic = new RegExp(`${indic}$`, 'u');
const endsInVirama = new RegExp(`${virama}$`, 'u');

/**
 * An identifier without what pasting adds to it: every blank is a plain one, every dash is '-', characters that show
 * nothing are dropped, the ends are trimmed. Letters and digits stay as they are.
 */
export function foldedIdentifier(text: string): string {
  return isPlain(text)
    ? text.trim()
    : text.replace(blanks, ' ').replace(invisible, '').replace(dashes, '-').trim();
}

/**
 * A name or an address: a run of blanks is one plain blank, line breaks and tabs stay, and of the characters that show
 * nothing only the joiners stay that Indic words are written with.
 */
export function foldedProse(text: string): string {
  const shown = isPlain(text)
    ? text
    : text.replace(blanks, ' ').replace(ignorable, '').replace(joiners, joinerOrNothing);
  return shown.replace(/ {2,}/g, ' ').trim();
}

/** Whether a text shows nothing: it is empty, or has only blanks and invisible characters. */
export const isBlank = (text: string): boolean => foldedIdentifier(text) === '';

// ASCII alone has nothing to fold; nearly all values end here.
const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

function joinerOrNothing(char: string, at: number, text: string): string {
  const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + 1, at + 3)];
  return endsInVirama.test(before) || (endsIndic.test(before) && startsIndic.test(after)) ? char : '';
}
