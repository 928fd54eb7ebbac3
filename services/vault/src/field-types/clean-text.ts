// Dashes and minus signs of every typography (category Pd, U+2212 and the superscript and subscript minus).
const dashes = /[\p{Pd}\u2212\u207b\u208b]/gu;
// Blanks of every width and the two letters that fonts draw as nothing.
const blanks = /[\p{Zs}\u3164\uffa0\u115f\u1160\u2800]/gu;
// Zero width, direction marks and isolates, BOM, soft hyphen, variation selectors; not the Arabic signs of category Cf.
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * An identifier without what pasting adds to it: every blank is a plain one, every dash is '-', characters that show
 * nothing are dropped, the ends are trimmed. Letters and digits stay as they are.
 */
export function foldedIdentifier(text: string): string {
  return text.replace(blanks, ' ').replace(invisible, '').replace(dashes, '-').trim();
}
