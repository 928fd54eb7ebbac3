import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inWholeRuns, MAX_BROKEN_ROWS } from './broken-quotes.ts';
import type { FilePosition } from './record-framer.ts';
import { type Row, rowProblem } from './row.ts';
import type { Batch } from './row-batches.ts';

/** Of a row: b broken, n a quote not closed, s shorter than the header, c too many values, . sound. */
type Kind = 'b' | 'n' | 's' | 'c' | '.';

const position = (n: number): FilePosition => ({ offset: n, line: n, sheetRow: n });
const problems = { b: 'ROW_MALFORMED', n: 'ROW_QUOTE_NOT_CLOSED', c: 'ROW_COLUMN_COUNT' } as const;

/** Rows that begin at offset 0, 1, … */
const rowsOf = (kinds: string): Row[] =>
  [...kinds].map((kind, n): Row => {
    const place = { start: position(n), end: position(n + 1) };
    return kind === 'b' || kind === 'n' || kind === 'c'
      ? { ...place, problem: rowProblem(problems[kind]) }
      : { ...place, cells: new Map([['name', 'x']]), isShort: kind === 's' };
  });

const kindOf = (row: Row): Kind => {
  if ('problem' in row)
    return row.problem.reason === 'ROW_MALFORMED'
      ? 'b'
      : row.problem.reason === 'ROW_COLUMN_COUNT'
        ? 'c'
        : 'n';
  return row.isShort === true ? 's' : '.';
};

interface Read {
  /** Of each batch. */
  readonly kinds: readonly string[];
  readonly brokenFrom: number | undefined;
}

async function read(batches: readonly Batch<Row>[]): Promise<Read> {
  async function* all() {
    yield* batches;
  }
  const kinds: string[] = [];
  let brokenFrom: number | undefined;
  for await (const batch of inWholeRuns(all())) {
    kinds.push(batch.rows.map(kindOf).join(''));
    const last = batch.rows.at(-1);
    if (last !== undefined) expect(batch.end.offset).toBeGreaterThanOrEqual(last.end.offset);
    expect(brokenFrom, 'nothing is read behind it').toBeUndefined();
    brokenFrom = batch.brokenFrom?.offset;
  }
  return { kinds, brokenFrom };
}

const inBatches = (rows: readonly Row[], size: number): Batch<Row>[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => {
    const some = rows.slice(n * size, (n + 1) * size);
    return { rows: some, end: some.at(-1)?.end ?? position(0) };
  });
const readAll = async (rows: readonly Row[], size = 1_000) => {
  const { kinds, brokenFrom } = await read(inBatches(rows, size));
  return { kinds: kinds.join(''), brokenFrom };
};

describe('a row with fewer values than columns', () => {
  test.each([
    ['alone stays', '.s.s', '.s.s'],
    ['behind a broken row is rejected like it', '.bs.', '.bb.'],
    ['behind a quote that is not closed is rejected like it', '.ns.', '.nn.'],
    ['stays behind such a row when no broken row follows', '.bsss.', '.bbss.'],
    ['is rejected up to the next whole row behind a quote that is not closed', '.nsss.s', '.nnnn.s'],
    ['stays behind such a quote when there are many', `.n${'s'.repeat(12)}.`, `.nn${'s'.repeat(11)}.`],
    ['between two broken rows is rejected', '.bsssb.', '.bbbbb.'],
    ['between a broken row and one of another fault is rejected', '.nsssb.', '.nnnnb.'],
    [
      'stays between broken rows that are far from each other',
      `.b${'s'.repeat(9)}b.`,
      `.bb${'s'.repeat(8)}b.`,
    ],
    ['is rejected also behind a row with too many values', '.bcsb.', '.bcbb.'],
    ['at the end of the file is rejected', '.bs', '.bb'],
  ])('%s', async (_, kinds, expected) => {
    for (const size of [1, 2, 3, 100]) expect((await readAll(rowsOf(kinds), size)).kinds).toBe(expected);
  });
});

test('reading ends with the last of consecutive broken rows, with further lines of their records', async () => {
  const few = 'b'.repeat(MAX_BROKEN_ROWS - 1);
  expect(await readAll(rowsOf(`..${few}.${few}.`))).toMatchObject({ brokenFrom: undefined });
  expect(await readAll(rowsOf(`..${few}bbb..`))).toEqual({ kinds: `..${few}b`, brokenFrom: 2 });
  const records = 'bssb'.repeat(10);
  expect(await readAll(rowsOf(`.${records}`))).toEqual({ kinds: `.${'b'.repeat(20)}`, brokenFrom: 1 });
});

test('blank lines behind a run are a batch, so that a turn can end', async () => {
  const rows = rowsOf('.bs');
  const blank: Batch<Row> = { rows: [], end: position(500) };
  const incomplete: Batch<Row> = { rows: [], end: position(3) };
  expect((await read([{ rows, end: position(3) }, incomplete, blank])).kinds).toEqual(['.', 'bb']);
});

test('the same rows are read in batches of any size, and behind any batch', async () => {
  const kinds = fc.array(fc.constantFrom<Kind>('b', 'b', 'b', 'n', 's', 's', 'c', '.'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(kinds, fc.integer({ min: 1, max: 30 }), async (some, size) => {
      const rows = rowsOf(some.join(''));
      const whole = await readAll(rows);
      const { kinds: parts, brokenFrom } = await read(inBatches(rows, size));
      expect({ kinds: parts.join(''), brokenFrom }).toEqual(whole);
      let done = 0;
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(Math.max(size, MAX_BROKEN_ROWS));
        done += part.length;
        const isEnd = done === whole.kinds.length && whole.brokenFrom !== undefined;
        if (isEnd) break;
        expect(await readAll(rows.slice(done), size)).toEqual({ ...whole, kinds: whole.kinds.slice(done) });
      }
    }),
  );
});
