import type { Refusal } from './type-rules.ts';
import { refuse } from './type-rules.ts';

// Excel and Calc write 1.23457E+11 for 123456789012, with the decimal sign of the country; programs may leave out the
// plus.
const scientific = /^[+-]?\d(?:[.,]\d+E\+?|E\+)\d{1,3}$/i;
const decimal = /^\d+\.0+$/;

// What Excel, Calc and Sheets show where a formula fails; between blanks or commas it is a part of a joined value.
const errorValue =
  /(?:^|[\s,])#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)(?=$|[\s,])/i;

/** The refusal of a value that is, or contains, the result of a formula that failed. */
export function spreadsheetError(subject: string, text: string): Refusal | undefined {
  return text.includes('#') && errorValue.test(text)
    ? refuse(
        'SPREADSHEET_ERROR',
        `${subject} has an error value of a spreadsheet, such as #REF!; correct the formula and export it again`,
      )
    : undefined;
}

/** The refusal of an identifier that a spreadsheet took for a number, so that its digits are lost or changed. */
export function spreadsheetDamage(subject: string, text: string): Refusal | undefined {
  if (scientific.test(text)) {
    return refuse(
      'SCIENTIFIC_NOTATION',
      `${subject} looks as if a spreadsheet changed it: scientific notation; format the column as text and export it again`,
    );
  }
  if (decimal.test(text)) {
    return refuse(
      'TRAILING_DECIMAL',
      `${subject} looks as if a spreadsheet changed it: it ends in .0; format the column as text and export it again`,
    );
  }
  return undefined;
}
