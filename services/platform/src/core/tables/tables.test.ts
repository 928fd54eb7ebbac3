import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellValue, csvChunks } from './csv-chunks.ts';
import { jsonChunks } from './json-chunks.ts';

async function* pagesOf<T>(...pages: T[][]) {
  yield* pages;
}
async function taken(chunks: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return list;
}
const textOf = async (chunks: AsyncIterable<string>) => (await taken(chunks)).join('');
const cell = (value: CellValue) => textOf(csvChunks(pagesOf([value]), { value: (it) => it }));

describe('csvChunks', () => {
  it('writes the header once, CRLF after every record, and quotes by RFC 4180', async () => {
    const rows = pagesOf<[number, string]>([[1, 'plain']], [[2, 'a "b", c\nd']]);
    const columns = { id: ([id]: [number, string]) => id, name: ([, name]: [number, string]) => name };
    expect(await textOf(csvChunks(rows, columns))).toBe('\uFEFFid,name\r\n1,plain\r\n2,"a ""b"", c\nd"\r\n');
  });

  it.each(['a\nb', 'a\rb', 'a\r\nb'])('quotes the line break in %j', async (value) => {
    expect(await cell(value)).toBe(`\uFEFFvalue\r\n"${value}"\r\n`);
  });

  it('writes the header even without rows', async () => {
    expect(await textOf(csvChunks(pagesOf<string>(), { a: (it) => it, b: (it) => it }))).toBe(
      '\uFEFFa,b\r\n',
    );
    expect(await textOf(csvChunks(pagesOf<string>([]), { a: (it) => it }))).toBe('\uFEFFa\r\n');
  });

  it.each(['=1+1', '+91', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '=cmd|" /C calc"!A0'])(
    'escapes the formula %j',
    async (value) => {
      const [record] = parse(await cell(value), { columns: true, bom: true });
      expect(record).toEqual({ value: `'${value}` });
    },
  );

  it('starts with one byte order mark, so that spreadsheets read Devanagari correctly', async () => {
    const rows = pagesOf<string>(['आशा राव'], ['रवि']);
    expect(await textOf(csvChunks(rows, { name: (it) => it }))).toBe('\uFEFFname\r\nआशा राव\r\nरवि\r\n');
  });

  it('writes numbers, missing values and booleans unchanged', async () => {
    expect(await cell(-5)).toBe('\uFEFFvalue\r\n-5\r\n');
    expect(await cell(null)).toBe('\uFEFFvalue\r\n\r\n');
    expect(await cell(false)).toBe('\uFEFFvalue\r\nfalse\r\n');
  });

  it('round-trips through a CSV parser, except for the apostrophe before formulas', async () => {
    const texts = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (rows) => {
        const columns = { a: ([a]: string[]) => a, b: ([, b]: string[]) => b };
        const text = await textOf(csvChunks(pagesOf(rows), columns));
        const safe = (value = '') => (/^'*[=+\-@\t\r＝＋－＠]|^'+\d/.test(value) ? `'${value}` : value);
        const read: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
        expect(read.slice(1)).toEqual(rows.map((row) => row.map(safe)));
      }),
    );
  });
});

describe('jsonChunks', () => {
  it('is one array over all pages, including empty ones', async () => {
    const pages = pagesOf<unknown>([], [{ a: 1 }, 'x'], [], [[null]]);
    expect(JSON.parse(await textOf(jsonChunks(pages)))).toEqual([{ a: 1 }, 'x', [null]]);
    expect(JSON.parse(await textOf(jsonChunks(pagesOf())))).toEqual([]);
  });

  it('is not valid JSON before its last chunk', async () => {
    const chunks = await taken(jsonChunks(pagesOf([1], [2], [3])));
    for (let count = 0; count < chunks.length; count++)
      expect(() => JSON.parse(chunks.slice(0, count).join(''))).toThrow();
  });
});
