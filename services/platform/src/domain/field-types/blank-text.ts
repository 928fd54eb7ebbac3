import { foldedIdentifier } from './clean-text.ts';

/** What programs and clerks write into a cell that has no value; `#N/A` is a spreadsheet's own. */
const words = new Set(['null', 'nan', 'n/a', '#n/a', 'n.a.', 'n.a', 'na', 'none', 'nil']);

/**
 * Whether a text only says that there is no value: NULL, NaN, N/A, NA, none or nil in any case, dashes or dots. Blanks
 * and invisible characters around it do not count. An empty text is no such text.
 */
export const isNullMarker = (text: string): boolean => isNothing(foldedIdentifier(text));

/** The same of a text that is folded (clean-text.ts). */
export const isNothing = (text: string): boolean =>
  (text.length <= LONGEST && words.has(text.toLowerCase())) || /^(-+|[.…]+)$/.test(text);

const LONGEST = Math.max(...[...words].map((word) => word.length));
