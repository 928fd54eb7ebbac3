import { expect, test } from 'vitest';
import { csvHeader, csvRows } from './csv-rows.ts';
import { RecordFramer } from './record-framer.ts';
import type { Row } from './row.ts';

function framed(text: string | Buffer) {
  const framer = new RecordFramer({ quotes: true, offset: 0 });
  return [...framer.push(Buffer.from(text)), ...framer.end()];
}

const told = (row: Row) => ('cells' in row ? [...row.cells.values()] : row.problem.reason);
const rows = (text: string | Buffer) => csvRows(framed(text), ['a', 'b']).map(told);

test('quotes, doubled quotes, commas and line ends inside quotes', () => {
  expect(rows('1,2\r\n"x, y","say ""hi"""\n"line\nbreak", z\n')).toEqual([
    ['1', '2'],
    ['x, y', 'say "hi"'],
    ['line\nbreak', ' z'],
  ]);
});

test('a malformed row is an error of its own and loses nothing else', () => {
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
    'ROW_COLUMN_COUNT',
    ['7', '8'],
    'ROW_QUOTE_NOT_CLOSED',
    ['10', '11'],
  ]);
});

test('no message repeats the text', () => {
  for (const row of csvRows(framed('"secret"x,y\nsecret,secret,secret'), ['a', 'b'])) {
    expect(JSON.stringify(row)).not.toContain('secret');
    expect(told(row)).toMatch(/^ROW_/);
  }
});

test('header cells are trimmed', () => {
  expect(framed(' Name ,"Date, of birth"').map(csvHeader)).toEqual([['Name', 'Date, of birth']]);
  expect(framed('a"b"c",d').map(csvHeader)).toEqual([undefined]);
});
