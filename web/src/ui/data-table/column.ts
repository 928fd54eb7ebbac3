import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Label in the two-line list, which has no header. */
  listCell?: (row: Row) => ReactNode;
  /** Value for sorting and CSV; without it the column supports neither on the client. */
  value?: (row: Row) => string | number | null;
  /** The server can sort by it (used together with onSort). */
  isSortable?: boolean;
  align?: 'end';
  /** Always shown, not offered in the column menu. */
  isFixed?: boolean;
  /** Hidden until it is chosen in the column menu. */
  isOptional?: boolean;
  /** Place in the two-line list below 768 px: first line, end of the first line, second line, or absent. */
  list?: 'title' | 'end' | 'note' | 'none';
}

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

/** `-createdAt` ↔ descending by createdAt: the form in the URL and in `sort=`. '' is the default order. */
export function parseSort(text: string): Sort | undefined {
  if (text === '') return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'desc' }
    : { column: text, direction: 'asc' };
}
export const formatSort = (sort: Sort | undefined): string =>
  sort ? `${sort.direction === 'desc' ? '-' : ''}${sort.column}` : '';

/** Ascending, descending, then the list's default order. */
export function nextSort(current: Sort | undefined, column: string): Sort | undefined {
  if (current?.column !== column) return { column, direction: 'asc' };
  return current.direction === 'asc' ? { column, direction: 'desc' } : undefined;
}

/** A sorted copy. Empty values are last in both directions; the sort is stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const value = columns.find((column) => column.id === sort?.column)?.value;
  if (!sort || !value) return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  return [...rows].sort((left, right) => {
    const [a, b] = [value(left), value(right)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return typeof a === 'number' && typeof b === 'number'
      ? sign * (a - b)
      : sign * String(a).localeCompare(String(b), undefined, { numeric: true });
  });
}

/** Spreadsheets evaluate cells that begin like this; an apostrophe makes them text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Without it Excel assumes the local code page, and Devanagari is lost. */
const BYTE_ORDER_MARK = '\uFEFF';

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV (RFC 4180) of the columns with a `value`: byte order mark, header, rows. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const chosen = columns.filter((column) => column.value);
  const lines = [
    chosen.map((column) => cell(column.header)),
    ...rows.map((row) => chosen.map((column) => cell(column.value?.(row) ?? null))),
  ];
  return `${BYTE_ORDER_MARK}${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
