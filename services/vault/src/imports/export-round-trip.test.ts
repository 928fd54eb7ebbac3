import { csvChunks } from '@pii-vault/platform/core/tables/csv-chunks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './import-key.ts';
import { planByHead } from './plan-by-head.ts';
import { rowBatches } from './row-batches.ts';

/** What an import reads of an export with these addresses. */
async function roundTrip(values: readonly string[]): Promise<unknown[]> {
  async function* pages() {
    yield values;
  }
  const columns = { name: () => 'Asha', address: (value: string) => value, city: () => 'Pune' };
  const chunks: string[] = [];
  for await (const chunk of csvChunks(pages(), columns)) chunks.push(chunk);
  const bytes = Buffer.from(chunks.join(''));
  const reading = { mapping: undefined, unmapped: 'hold', dateOrder: 'dmy' } as const;
  const plan = planByHead(bytes, { ...reading, mediaType: 'text/csv', isWhole: true });
  if (plan === undefined) throw new Error('More is needed');
  const chunk = async (index: number) => bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
  const file = { chunkCount: Math.ceil(bytes.length / CHUNK_BYTES), chunk };
  const read: unknown[] = [];
  for await (const { rows } of rowBatches(file, plan, plan.start))
    for (const row of rows) read.push('cells' in row ? row.cells.get('address') : row.problem.reason);
  return read;
}

test.each([
  ['formulas', ['=1+1', '+919812345670', '-5', '@SUM(A1)', '\t=1', '＝1', '="00125"']],
  ['apostrophes', ["'", "''", "'a", "'5", "''5", "'=1", "''=1", "O'Neil", "' =1"]],
  ['numbers', ['0', '00125', '12345678901234567890', '1E5', '1.10']],
  ['quotation marks', ['"', '""', '"a', 'a"b', '"=1"', '5" pipe, 6"']],
  ['line breaks', ['4 MG Road\nPune', '4 MG Road\r\nPune', 'a\rb', '\n', '\r', 'a\n\n"b"\n']],
  ['separators', ['a,b', 'a;b;c', 'a\tb', 'a|b']],
  [
    'other scripts and marks',
    ['محمد علي', '\u202bמשה\u202c', '\u200e=1', '\ufeffx', 'x\u2028y\u0085', 'आशा', '🙂'],
  ],
  ['blanks and words', ['', ' lead', 'trail ', 'null', 'true']],
])('an import reads %s as they were exported', async (_, values) => {
  expect(await roundTrip(values)).toEqual(values);
});

test('an import reads any text as it was exported', async () => {
  const part = fc.constantFrom(
    "'",
    '=',
    '"',
    '\n',
    '\r',
    ',',
    ';',
    '\t',
    '0',
    '+',
    '-',
    '@',
    '＝',
    'a',
    ' ',
    'م',
  );
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (values) => {
      expect(await roundTrip(values)).toEqual(values);
    }),
    { numRuns: 300 },
  );
});
