import { foldedIdentifier } from './clean-text.ts';

/** What programs and clerks write into a cell that has no value; `#N/A` is a spreadsheet's own. */
const words = new Set(['null', 'nan', 'n/a', '#n/a', 'n.a.', 'n.a', 'na', 'none', 'nil']);

/**
 * Whether a text only says that there is no value: NULL, NaN, N/A, NA, none or nil in any case, dashes or dots. Blanks
 * and invisible characters around it do not count. An empty text is no such text.
 */
export function standsForNothing(text: string): boolean {
  // Nothing longer can be one, so that long texts cost nothing.
  if (text.length > LONGEST) return false;
  const bare = foldedIdentifier(text).toLowerCase();
  return words.has(bare) || /^(-+|[.…]+)$/.test(bare);
}

const LONGEST = 40;
