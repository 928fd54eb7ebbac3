/**
 * Characters that change the order in which a text is read, or that are invisible: `invoice<U+202E>fdp.csv` looks like
 * a PDF. The joiners U+200C and U+200D belong to the spelling of Indian and Persian words and stay.
 */
const MARKS = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** The text without direction marks and invisible characters, for names of files. */
export const withoutDirectionMarks = (text: string): string => text.replace(MARKS, '');

/** The text with the escape sequence of JSON in place of each mark, so that code shows them. */
export const withEscapedMarks = (text: string): string =>
  text.replace(MARKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A letter of Hebrew, Arabic, Syriac, Thaana, N'Ko or another script that is written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A value for a sentence: one with letters from right to left is isolated, so that the words, digits and punctuation
 * around it keep their order (Unicode UAX #9). Marks within it are removed: an open override would reorder the rest.
 */
export function isolate(text: string): string {
  const plain = withoutDirectionMarks(text);
  return RIGHT_TO_LEFT.test(plain) ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain;
}
