import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RECORD_BYTES, RecordFramer } from './record-framer.ts';

/** Frames `text` fed in pieces of `size` bytes: text of each record (or its problem) and where the next begins. */
function frames(text: string, options: { quotes?: boolean; size?: number; offset?: number } = {}) {
  const bytes = Buffer.from(text);
  const framer = new RecordFramer({ quotes: options.quotes ?? true, offset: options.offset ?? 0 });
  const size = options.size ?? bytes.length;
  const found = [];
  for (let at = options.offset ?? 0; at < bytes.length; at += size) {
    found.push(...framer.push(bytes.subarray(at, at + size)));
  }
  found.push(...framer.end());
  return found.map((frame) => [frame.problem ?? frame.bytes.toString(), frame.end]);
}

const texts = (text: string, options = {}) => frames(text, options).map(([record]) => record);

test('records end at LF or CRLF outside of quotes, empty lines are none, the last needs no line end', () => {
  expect(frames('a,b\r\n\n1,"x\ny"\n2,"q""\n"\r\n3')).toEqual([
    ['a,b', 5],
    ['1,"x\ny"', 14],
    ['2,"q""\n"', 24],
    ['3', 25],
  ]);
  expect(texts('{"a":"\\""}\n{"b":1}', { quotes: false })).toEqual(['{"a":"\\""}', '{"b":1}']);
});

test('a quote that is never closed costs its line only', () => {
  expect(texts('a,b\n1,"open\n2,c\n3,"d"\n')).toEqual(['a,b', 'ROW_MALFORMED', '2,c', '3,"d"']);
  expect(texts('1,"open\n2,c\n')).toEqual(['ROW_QUOTE_NOT_CLOSED', '2,c']);
  expect(texts('a\n"x')).toEqual(['a', 'ROW_QUOTE_NOT_CLOSED']);
  const long = `"open\n${'1,b\n'.repeat(MAX_RECORD_BYTES / 4)}`;
  expect(texts(long, { size: 1000 }).slice(0, 2)).toEqual(['ROW_QUOTE_NOT_CLOSED', '1,b']);
  expect(texts(long, { size: 1000 })).toHaveLength(1 + MAX_RECORD_BYTES / 4);
});

test('a quote inside an unquoted field opens nothing', () => {
  expect(texts('5" pipe,1\n6"" pipe,2\n')).toEqual(['5" pipe,1', '6"" pipe,2']);
});

test('a record beyond the limit is dropped, with and without quotes and line end, and the next is read', () => {
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

test('however the bytes arrive, the records are the same', () => {
  fc.assert(
    fc.property(csv, fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, size, quotes) => {
      expect(frames(text, { size, quotes })).toEqual(frames(text, { quotes }));
    }),
  );
});

test('reading on from the end of any record gives the records behind it', () => {
  fc.assert(
    fc.property(csv, fc.boolean(), (text, quotes) => {
      const all = frames(text, { quotes });
      for (const [i, [, end]] of all.entries()) {
        expect(frames(text, { quotes, offset: Number(end) })).toEqual(all.slice(i + 1));
      }
    }),
  );
});
