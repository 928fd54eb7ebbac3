import type { Column } from './column.ts';

/** Spreadsheets run cells that begin like this; an apostrophe makes them text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Without it Excel assumes the local code page, and Devanagari is lost. */
const BYTE_ORDER_MARK = '\uFEFF';

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 of the columns that have a value behind a byte order mark, header first. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const chosen = columns.filter((column) => column.value);
  const lines = [
    chosen.map((column) => cell(column.header)),
    ...rows.map((row) => chosen.map((column) => cell(column.value?.(row) ?? null))),
  ];
  return `${BYTE_ORDER_MARK}${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
