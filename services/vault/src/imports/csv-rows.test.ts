import { csvChunks } from '@pii-vault/platform/core/tables/csv-chunks';
import type { Separator } from '@pii-vault/platform/values/import-columns/csv-separators';
import { unguarded } from '@pii-vault/platform/values/import-columns/header-name';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCells, csvRows } from './csv-rows.ts';
import { RecordFramer } from './record-framer.ts';
import type { Row } from './row.ts';

function framed(text: string | Buffer, separator: Separator = ',') {
  const framer = new RecordFramer({ separator });
  return [...framer.push(Buffer.from(text)), ...framer.end()];
}

const textsOf = (row: Row) => ('cells' in row ? [...row.cells.values()] : row.problem.reason);
const shape = { columns: ['a', 'b'], separator: ',' } as const;
const rows = (text: string | Buffer, separator: Separator = ',') =>
  csvRows(framed(text, separator), { ...shape, separator }).map(textsOf);

test('quotes, doubled quotes, commas and line ends inside quotes', () => {
  expect(rows('1,2\r\n"x, y","say ""hi"""\n"line\nbreak", z\n')).toEqual([
    ['1', '2'],
    ['x, y', 'say "hi"'],
    ['line\nbreak', ' z'],
  ]);
});

test('a malformed row is one error and affects no other row', () => {
  const bytes = Buffer.concat([
    Buffer.from('1,2\n'),
    Buffer.from([0x78, 0xff, 0x2c, 0x79, 0x0a]),
    Buffer.from('3,4\n'),
  ]);
  expect(rows(bytes)).toEqual([['1', '2'], 'ROW_NOT_UTF8', ['3', '4']]);
  expect(rows('1,2\n5" x,y\n"a"b,c\n3,4,5\n6\n7,8\n"open,9\n10,11')).toEqual([
    ['1', '2'],
    'ROW_MALFORMED',
    'ROW_MALFORMED',
    'ROW_COLUMN_COUNT',
    ['6', ''],
    ['7', '8'],
    'ROW_QUOTE_NOT_CLOSED',
    ['10', '11'],
  ]);
});

test("no message repeats the file's text", () => {
  for (const row of csvRows(framed('"secret"x,y\nsecret,secret,secret'), shape)) {
    expect(textsOf(row)).toMatch(/^ROW_/);
    if ('problem' in row) expect(JSON.stringify(row.problem)).not.toContain('secret');
  }
});

test('returns cells unchanged; undefined for a malformed record', () => {
  expect(framed(' Name ,"Date, of birth"').map((frame) => csvCells(frame, ','))).toEqual([
    [' Name ', 'Date, of birth'],
  ]);
  expect(framed('a"b"c",d').map((frame) => csvCells(frame, ','))).toEqual([undefined]);
});

test.each([';', '\t', '|'] as const)('separates cells by %j, and a comma is text then', (separator) => {
  expect(rows(`1${separator}"2${separator} x"\nRao, A${separator}b\n`, separator)).toEqual([
    ['1', `2${separator} x`],
    ['Rao, A', 'b'],
  ]);
});

test('fills omitted trailing cells; more cells than the header are accepted only if empty', () => {
  expect(rows('1\n1,2,\n1,2,, \n1,2,3\n')).toEqual([['1', ''], ['1', '2'], ['1', '2'], 'ROW_COLUMN_COUNT']);
});

test('a last row without a line end and with too few cells was cut off', () => {
  expect(rows('1,2\n3,4')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(rows('1,2\n3')).toEqual([['1', '2'], 'ROW_CUT_OFF']);
  for (const end of ['\n', '\r\n', '\r'])
    expect(rows(`1,2\n3${end}`)).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
});

test.each([
  ["'+919812345670", '+919812345670'],
  ["'=1+1", '=1+1'],
  ["'-", '-'],
  ["'@home", '@home'],
  ["'\tx", '\tx'],
  ["'＝1", '＝1'],
  ["'00126", '00126'],
  ["'98450 12345", '98450 12345'],
  ["''00126", "'00126"],
  ['\'="00125"', '="00125"'],
  ["'s Gravesande", "'s Gravesande"],
  ["O'=x", "O'=x"],
])('the guard of a formula is removed: %j', (cell, plain) => {
  expect(unguarded(cell)).toBe(plain);
  expect(rows(`"${cell.replaceAll('"', '""')}",1\n`)).toEqual([[plain, '1']]);
});

test.each([',', ';', '\t', '|'] as const)(
  'a number that is written as a formula is text, separated by %j',
  (separator) => {
    const text = [
      ['="00125"', '="9,8;4|5"'],
      ['"=""00126"""', 'x'],
      ['=""', "'00127"],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n');
    const [first, ...others] = rows(text, separator);
    expect(first).toEqual(['00125', '9,8;4|5']);
    expect(others).toEqual([
      ['00126', 'x'],
      ['', '00127'],
    ]);
  },
);

test('a formula of another kind inside quotes stays as it is', () => {
  expect(rows('"x,="",y",1\n="a"b,2\n"=SUM(A1)",3\n')).toEqual([
    ['x,=",y', '1'],
    'ROW_MALFORMED',
    ['=SUM(A1)', '3'],
  ]);
});

test('an export is imported as it was, whatever its cells begin with and contain', async () => {
  const start = fc.constantFrom(
    ...[
      '=',
      '+',
      '-',
      '@',
      "'",
      "''",
      '＝',
      '0',
      '1234567890123456',
      '"',
      '="',
      'x',
      '\t',
      '\r',
      '\n',
      '\r\n',
      ' ',
      ',',
      ';',
    ],
    ...['م', '\u202b', '\u2028'],
  );
  const cell = fc
    .tuple(fc.array(start, { maxLength: 4 }), fc.string({ unit: 'grapheme' }))
    .map(([a, b]) => a.join('') + b);
  const pairs = fc.array(fc.tuple(fc.constant('k'), cell), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(pairs, async (table) => {
      async function* pages() {
        yield table;
      }
      const chunks: string[] = [];
      const columns = { a: ([a]: [string, string]) => a, b: ([, b]: [string, string]) => b };
      for await (const chunk of csvChunks(pages(), columns)) chunks.push(chunk);
      const [, ...read] = rows(chunks.join(''));
      expect(read).toEqual(table);
    }),
  );
});
