import { MAX_COLUMNS } from '@pii-vault/platform/values/import-columns/column-plan';
import { plainName, trimmedEnd, unguarded } from '@pii-vault/platform/values/import-columns/header-name';
import { MAX_HEADER } from '@pii-vault/platform/values/import-columns/known-headers';
import { tooManyColumns, unusableHeader } from './import-errors.ts';

// An e-mail address, a PAN, or the digits of a phone number, an Aadhaar or an account: no column has such a name.
const VALUE = /^[^@]*@.*\.|^[A-Z]{5}\d{4}[A-Z]$|(?:\d[\s-]?){9,}/;

/**
 * Column names of a header row: blanks and line breaks become one blank, blank cells at the end are no columns, one in
 * between is named by its position. An error names positions, never the text: in a file without a header row it would
 * be a person's value.
 * @throws AppError IMPORT_HEADER
 */
export function headerColumns(cells: readonly string[], isMapped: (column: string) => boolean): string[] {
  const filled = trimmedEnd(cells);
  if (filled.length > MAX_COLUMNS) throw tooManyColumns(MAX_COLUMNS);
  const names = filled.map((cell, i) => columnName(unguarded(cell), i));
  const columns = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  if (columns.length === 0) throw unusableHeader('The header row is blank: it has to name the columns');
  const named = columns.map((name, i) => (name === '' ? `Column ${i + 1}` : name));
  const firstOf = new Map<string, number>();
  for (const [i, name] of named.entries()) {
    const first = firstOf.get(name);
    if (first !== undefined)
      throw unusableHeader(`Columns ${first + 1} and ${i + 1} have the same name; rename one of them`);
    firstOf.set(name, i);
    if (name.length > MAX_HEADER)
      throw unusableHeader(`The name of column ${i + 1} is longer than ${MAX_HEADER} characters`);
    if (VALUE.test(name) && !isMapped(name))
      throw unusableHeader(
        `The name of column ${i + 1} looks like a value: the first row has to name the columns`,
      );
  }
  return named;
}

function columnName(cell: string, i: number): string {
  const fault = faultOf(cell);
  if (fault !== undefined) {
    throw unusableHeader(
      `The name of column ${i + 1} is not text: it has ${fault}. Save the file as CSV in UTF-8`,
    );
  }
  return plainName(cell);
}

/** Why a text cannot be a column's name; undefined when it can. Tabs and line breaks count as blanks. */
export function faultOf(text: string): string | undefined {
  if (!text.isWellFormed()) return 'half of a surrogate pair';
  const control = /[^\P{Cc}\t\n\r]/u.exec(text)?.[0];
  if (control === undefined) return undefined;
  return `the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
