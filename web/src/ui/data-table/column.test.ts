import { describe, expect, it } from 'vitest';
import { formatSort, nextSort, parseSort, sortRows, toCsv } from './column.ts';

const columns = [
  { id: 'n', header: 'Number', cell: () => null, value: (row: { n: number | null }) => row.n },
  { id: 'x', header: 'Unseen', cell: () => null },
];

describe('sorting', () => {
  it('round-trips', () => {
    for (const text of ['', 'name', '-updatedAt']) expect(formatSort(parseSort(text))).toBe(text);
  });
  it('cycles through ascending, descending and none', () => {
    const up = nextSort(undefined, 'n');
    expect(up).toEqual({ column: 'n', direction: 'asc' });
    expect(nextSort(nextSort(up, 'n'), 'n')).toBeUndefined();
    expect(nextSort(up, 'm')).toEqual({ column: 'm', direction: 'asc' });
  });
  it('keeps empty values last in both directions', () => {
    const rows = [{ n: 2 }, { n: null }, { n: 10 }];
    expect(sortRows(rows, columns, parseSort('n')).map((row) => row.n)).toEqual([2, 10, null]);
    expect(sortRows(rows, columns, parseSort('-n')).map((row) => row.n)).toEqual([10, 2, null]);
  });
});

describe('toCsv', () => {
  const text = (value: string) =>
    toCsv([{ id: 'a', header: 'A', cell: () => null, value: () => value }], [{}]);
  it('quotes commas, quotes and line ends', () => {
    expect(text('a,"b"\nc')).toBe('\uFEFFA\r\n"a,""b""\nc"\r\n');
  });
  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '＝1'])('escapes the formula %j', (value) => {
    expect(text(value)).toContain(`'${value}`);
  });
  it('omits columns without a value, and writes numbers unquoted', () => {
    expect(toCsv(columns, [{ n: -5 }, { n: null }])).toBe('\uFEFFNumber\r\n-5\r\n\r\n');
  });
});
