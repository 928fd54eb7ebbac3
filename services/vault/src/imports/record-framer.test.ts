import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FILE_START,
  type FilePosition,
  type Frame,
  MAX_RECORD_BYTES,
  RecordFramer,
} from './record-framer.ts';

/** Frames `text` in pieces of `size` bytes: text (or problem) of each record and the position of the next. */
function framesOf(text: string, options: Options = {}): Frame[] {
  const bytes = Buffer.from(text);
  const { quotes = true, separator = ',', from = FILE_START } = options;
  const framer = new RecordFramer(quotes ? { separator, from } : { from });
  const size = options.size ?? bytes.length;
  const found = [];
  for (let at = from.offset; at < bytes.length; at += size) {
    found.push(...framer.push(bytes.subarray(at, at + size)));
  }
  found.push(...framer.end());
  return found;
}

interface Options {
  quotes?: boolean;
  separator?: string;
  size?: number;
  from?: FilePosition;
}

const frames = (text: string, options: Options = {}) =>
  framesOf(text, options).map((frame) => [frame.problem ?? frame.bytes.toString(), frame.end.offset]);

const texts = (text: string, options: Options = {}) => frames(text, options).map(([record]) => record);

test('records end at LF or CRLF outside quotes, empty lines are skipped, the last needs no line end', () => {
  expect(frames('a,b\r\n\n1,"x\ny"\n2,"q""\n"\r\n3')).toEqual([
    ['a,b', 5],
    ['1,"x\ny"', 14],
    ['2,"q""\n"', 24],
    ['3', 25],
  ]);
  expect(texts('{"a":"\\""}\n{"b":1}', { quotes: false })).toEqual(['{"a":"\\""}', '{"b":1}']);
});

test('an unclosed quote affects only its line', () => {
  expect(texts('a,b\n1,"open\n2,c\n3,"d"\n')).toEqual(['a,b', 'ROW_MALFORMED', '2,c', '3,"d"']);
  expect(texts('1,"open\n2,c\n')).toEqual(['ROW_QUOTE_NOT_CLOSED', '2,c']);
  expect(texts('a\n"x')).toEqual(['a', 'ROW_QUOTE_NOT_CLOSED']);
  const long = `"open\n${'1,b\n'.repeat(MAX_RECORD_BYTES / 4)}`;
  expect(texts(long, { size: 1000 }).slice(0, 2)).toEqual(['ROW_QUOTE_NOT_CLOSED', '1,b']);
  expect(texts(long, { size: 1000 })).toHaveLength(1 + MAX_RECORD_BYTES / 4);
});

test('a quote inside an unquoted field is text', () => {
  expect(texts('5" pipe,1\n6"" pipe,2\n')).toEqual(['5" pipe,1', '6"" pipe,2']);
});

test('a record above the limit is dropped, with and without quotes and line end, and the next one is read', () => {
  const huge = 'x'.repeat(2_000_000);
  for (const size of [700, 4_000_000]) {
    expect(texts(`a\n${huge}\nb\n`, { size })).toEqual(['a', 'ROW_TOO_LONG', 'b']);
    expect(texts(`a\n"${huge}",1\nb`, { size })).toEqual(['a', 'ROW_TOO_LONG', 'b']);
    expect(texts(`a\n${huge}`, { size })).toEqual(['a', 'ROW_TOO_LONG']);
    expect(texts(`a\n${huge}\nb`, { size, quotes: false })).toEqual(['a', 'ROW_TOO_LONG', 'b']);
  }
});

const csv = fc
  .array(fc.constantFrom('a', 'ü', '"', '""', ',', '\n', '\r\n', '"b"', '"c\nd"', ',"e""f",'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

test('records do not depend on how the bytes arrive', () => {
  fc.assert(
    fc.property(csv, fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, size, quotes) => {
      expect(frames(text, { size, quotes })).toEqual(frames(text, { quotes }));
    }),
  );
});

/** The records of RFC 4180 by its grammar alone: tries each line start and, if no record begins there, the next one. */
function recordsByGrammar(text: string): string[] {
  const record = /(?:(?:"(?:[^"]|"")*"(?:\r[^,\n]*)?|[^",\n][^,\n]*|)(?:,|(?=\n|$)))*(?:\n|$)/y;
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    record.lastIndex = at;
    const whole = record.exec(text)?.[0];
    const lineEnd = text.indexOf('\n', at) + 1 || text.length;
    if (whole === undefined) found.push('REJECTED');
    else found.push(whole.replace(/\r?\n$/, '').replace(/\r$/, ''));
    at = whole === undefined ? lineEnd : at + whole.length;
  }
  return found.filter((one) => !/^(?: *|" *")(?:,(?: *|" *"))*$/.test(one));
}

test('the records are those of the grammar, and a line at which none begins is rejected', () => {
  fc.assert(
    fc.property(csv, (text) => {
      const found = framesOf(text).map(({ problem, bytes }) =>
        problem === undefined ? bytes.toString() : 'REJECTED',
      );
      expect(found).toEqual(recordsByGrammar(text));
    }),
    { numRuns: 1000 },
  );
});

test('a well-formed file has the records that another CSV reader finds', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'a', 'ü b', ' ', '5" pipe'),
    fc
      .array(fc.constantFrom('x', '""', ',', '\n', '\r\n', ' '), { maxLength: 6 })
      .map((parts) => `"${parts.join('')}"`),
  );
  const row = fc.array(cell, { minLength: 2, maxLength: 4 }).map((cells) => `k,${cells.join(',')}`);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const text = rows.join(end);
      const options = { relax_column_count: true, relax_quotes: true, record_delimiter: end };
      const records = framesOf(text).flatMap(({ bytes }) => parse(bytes, options));
      expect(records).toEqual(parse(text, options));
    }),
  );
});

/** Steps of work per byte when a file arrives in pieces. */
function workPerByte(text: string, size: number): number {
  const bytes = Buffer.from(text);
  const framer = new RecordFramer({ separator: ',' });
  for (let at = 0; at < bytes.length; at += size) framer.push(bytes.subarray(at, at + size));
  framer.end();
  return framer.work / bytes.length;
}

test.each([
  ['quotes that never close', 'name,pan\n', 'x","\n'],
  ['an open quote in each line', '', '"x\n'],
  ['quotes alone', '', '"'],
  ['quotes and line ends', '', '"\n'],
  ['a closing quote before text', '"', '\n"x'],
  ['doubled quotes and an open one', '', '""",\n'],
  ['an open quote before short lines', '"', 'a\n'],
  ['line ends alone', '', '\n'],
  ['carriage returns', '"', '"\r'],
])('each byte of a file is looked at a bounded number of times: %s', (_, start, part) => {
  const text = start + part.repeat(Math.ceil((3 * MAX_RECORD_BYTES) / part.length));
  expect(workPerByte(text, 65_536)).toBeLessThan(4);
});

test('the work per byte is bounded whatever the bytes are', () => {
  const part = fc.constantFrom('"', '",', ',"', '\n', '\r', 'x', '""', '"x', 'x","\n', '"\n');
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4000 }),
      (parts, size) => {
        const text = parts.join('').repeat(1000);
        expect(workPerByte(text, size)).toBeLessThan(4);
      },
    ),
  );
});

test('lines behind thousands of stray quotes are read', () => {
  const stray = '1,"open\n'.repeat(20_000);
  const found = texts(`${stray}2,b\n3,c\n`, { size: 65_536 });
  expect(found).toHaveLength(20_002);
  expect(found.slice(-2)).toEqual(['2,b', '3,c']);
});

test('a record whose start was dropped keeps its start position', () => {
  const lost = framesOf('"\r\n""a');
  expect(lost.map(({ start }) => start.offset)).toEqual([0, 3]);
});

test('resuming after any record gives the following records', () => {
  fc.assert(
    fc.property(csv, fc.boolean(), (text, quotes) => {
      const all = framesOf(text, { quotes });
      for (const [i, { end }] of all.entries()) {
        expect(framesOf(text, { quotes, from: end })).toEqual(all.slice(i + 1));
      }
    }),
  );
});

test('a record knows its line and the row of a spreadsheet, past embedded line ends, blank lines and lost quotes', () => {
  const text = 'h,i\n1,"a\nb\r\nc"\n\n2,b\n,,\n3,c\n"open\n4,d';
  const places = framesOf(text).map(({ start, bytes, problem }) => [
    problem ?? bytes.toString().slice(0, 1),
    start.line,
    start.sheetRow,
  ]);
  expect(places).toEqual([
    ['h', 1, 1],
    ['1', 2, 2],
    ['2', 6, 4],
    ['3', 8, 6],
    ['ROW_QUOTE_NOT_CLOSED', 9, 7],
    ['4', 10, 8],
  ]);
  const uncounted = framesOf(text, { from: { offset: 4, line: undefined, sheetRow: undefined } });
  expect(uncounted.map(({ start }) => start.line)).toEqual(Array.from({ length: 5 }, () => undefined));
});

test.each([
  [',', ',,'],
  [',', '"",  ," ",'],
  [';', ';;'],
  ['\t', '\t\t'],
  ['\t', ' \t""\t '],
  ['|', '||'],
])('with separator %j a row of separators %j is no record', (separator, blank) => {
  expect(texts(`a\n${blank}\nb`, { separator })).toEqual(['a', 'b']);
});

test.each([
  [';', ',,'],
  [',', '"""",'],
  [',', ',x,'],
  ['\t', '\tx'],
])('with separator %j a row %j is a record', (separator, row) => {
  expect(texts(`a\n${row}\nb`, { separator })).toEqual(['a', row, 'b']);
});

test('a row of a quarter of a million tabs is scanned once', () => {
  expect(texts(`${'\t'.repeat(MAX_RECORD_BYTES - 1)}x\n`, { separator: '\t' })).toHaveLength(1);
  expect(texts(`${'\t'.repeat(MAX_RECORD_BYTES)}\n`, { separator: '\t' })).toEqual([]);
});
