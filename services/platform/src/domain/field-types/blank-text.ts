import { foldedIdentifier } from './clean-text.ts';

/** What programs and clerks write into a cell that has no value; `#N/A` is a spreadsheet's own, `\N` MySQL's. */
const nothings = [
  ...['null', '(null)', '<null>', '\\n', 'nan', 'n/a', '#n/a', 'n.a.', 'n.a', 'na', 'none', 'nil'],
  ...['not available', 'not applicable'],
];
/** References to the row above, whose value a program that reads one row does not have. */
const dittos = ['ditto', 'as above', 'same as above'];
const words = new Set([...nothings, ...dittos]);

/**
 * Whether a text only says that there is no value, in any case: NULL, NaN, N/A, NA, none, nil, dashes, dots, or a
 * reference to the row above. Blanks and invisible characters around it do not count. An empty text is no such text.
 */
export const isNullMarker = (text: string): boolean => isNothing(foldedIdentifier(text));

/** The same of a text that is folded (clean-text.ts). */
export const isNothing = (text: string): boolean =>
  (text.length <= LONGEST && words.has(text.toLowerCase())) || MARKS.test(text);

/** Dashes, dots, ditto marks, and -do- with any marks around it; a person may be called Do. */
const MARKS = /^(?:-+|[.…]+|["'”″〃]+|(?:[-=.] ?)+(?:do|ditto)(?: ?[-=.])*|(?:do|ditto)(?: ?[-=.])+)$/i;

const LONGEST = Math.max(...[...words].map((word) => word.length));
