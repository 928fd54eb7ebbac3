import type { FilePosition } from './record-framer.ts';

/** One row of a file: its cells by column, or why it cannot be parsed. */
export type Row = { readonly start: FilePosition; readonly end: FilePosition } & (
  | {
      readonly cells: ReadonlyMap<string, string>;
      /** Number of values that it has fewer than columns. */
      readonly missing?: number;
    }
  | {
      readonly problem: RowProblem;
      /** Where quotation marks are broken: its line, split at every separator, with the marks as text. */
      readonly parts?: readonly string[];
    }
);

/** `column` is '' for a problem of the whole row. No text here repeats the file's content. */
export interface RowProblem {
  readonly column: string;
  readonly reason: string;
  readonly message: string;
}

const messages = {
  ROW_TOO_LONG: 'The row is too long',
  ROW_QUOTE_NOT_CLOSED: 'A quotation mark is opened in this row and not closed',
  ROW_MALFORMED: 'The row is not CSV: quote a value that has a quotation mark, and double the mark',
  ROW_BETWEEN_QUOTES:
    'The row stands next to a broken quotation mark and may be a part of the row with it; correct that row and import both again',
  ROW_SWALLOWED:
    'A value in quotation marks has further rows of the file inside, so a mark before or behind it is missing or stray',
  ROW_COLUMN_COUNT: 'The row has a value behind the last column of the header',
  ROW_CUT_OFF: 'The file ends in this row, without a line end and with fewer values than columns',
  ROW_NOT_UTF8: 'The row is not UTF-8 text',
  ROW_NOT_STORED: 'The database cannot store a value of the row',
  ROW_EMPTY: 'The row has no value to import',
  ROW_TOTAL: 'The row is a total of other rows, not a person',
  ROW_REPORT_TEXT: 'The row is a line of the report, such as its end, not a person',
  ROW_REPEATED_HEADER: 'The row repeats the names of the columns; it is not a person',
  ROW_PUNCTUATION: 'The row has punctuation only; it is not a person',
  NAME_OF_SEVERAL: 'The name is of several people; give each of them a row with their own values',
  CONSENT_IN_VALUE:
    'The value says that its person refused consent; say so in a column of the file, not in a value',
  CONSENT_UNCLEAR: 'The column says neither yes nor no, so that it is not known whether the person refused',
  JSON_MALFORMED: 'The line is not a JSON object',
  JSON_DUPLICATE_KEY: 'The object has the same key twice',
  JSON_FORBIDDEN_KEY: 'The object has a key that is not allowed',
  JSON_NESTED: 'The object has an object or a list inside; values are text or whole numbers',
  JSON_VALUE: 'The value is neither text nor a whole number',
  JSON_NOT_TEXT: 'The object has a key with half of a surrogate pair or a control character',
  JSON_KEY_TOO_LONG: 'The object has a key that is longer than 200 characters',
  JSON_TOO_MANY_KEYS: 'The object has too many keys',
} as const;

export const rowProblem = (reason: keyof typeof messages, column = ''): RowProblem => ({
  column,
  reason,
  message: messages[reason],
});
