import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inWholeRuns, MAX_BROKEN_ROWS } from './broken-quotes.ts';
import { planByHead } from './plan-by-head.ts';
import { type FilePosition, RecordFramer } from './record-framer.ts';
import { type Batch, parserOf } from './row-batches.ts';
import { rowSigns } from './row-signs.ts';

/** A CSV: how it is read, and its records after the header. */
function fileOf(lines: readonly string[]) {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const reading = { mapping: undefined, unmapped: 'hold', dateOrder: 'dmy' } as const;
  const plan = planByHead(bytes, { ...reading, mediaType: 'text/csv', isWhole: true });
  if (plan === undefined) throw new Error('More is needed');
  const framer = new RecordFramer({ separator: plan.separator, from: plan.start });
  return { plan, frames: [...framer.push(bytes.subarray(plan.start.offset)), ...framer.end()] };
}

interface Read {
  /** Of each batch, a letter per row: q broken quotes, b next to them, c too many values, . a row. */
  readonly batches: readonly string[];
  readonly brokenFrom: number | undefined;
}

const LETTERS: Readonly<Record<string, string>> = {
  ROW_QUOTE_NOT_CLOSED: 'q',
  ROW_MALFORMED: 'q',
  ROW_BETWEEN_QUOTES: 'b',
  ROW_COLUMN_COUNT: 'c',
};

async function read(
  { plan, frames }: ReturnType<typeof fileOf>,
  { from = 0, size = 1_000, blank }: { from?: number; size?: number; blank?: FilePosition } = {},
): Promise<Read> {
  const rows = parserOf(plan)(frames.slice(from));
  async function* all(): AsyncGenerator<Batch<(typeof rows)[number]>> {
    for (let at = 0; at < rows.length; at += size) {
      const some = rows.slice(at, at + size);
      yield { rows: some, end: some.at(-1)?.end ?? plan.start };
    }
    if (blank !== undefined) yield { rows: [], end: blank };
  }
  const batches: string[] = [];
  let brokenFrom: number | undefined;
  for await (const batch of inWholeRuns(all(), rowSigns(plan), size)) {
    expect(brokenFrom, 'nothing is read behind it').toBeUndefined();
    batches.push(
      batch.rows.map((row) => ('problem' in row ? (LETTERS[row.problem.reason] ?? '?') : '.')).join(''),
    );
    brokenFrom = batch.brokenFrom?.line;
  }
  return { batches, brokenFrom };
}

const asha = 'Asha Rao,12 MG Road,9812345670';
const ravi = 'Ravi Kumar,4 Hill Road,9812345671';
const meena = 'Meena Iyer,9 Lake Road,9812345672';
const short = 'Geeta Bose,1 Park Road';

describe('the rows next to a broken quotation mark', () => {
  const header = 'name,address,phone';
  const cases: ReadonlyArray<readonly [title: string, lines: readonly string[], expected: string]> = [
    ['no mark is broken', [asha, short, ravi], '...'],
    ['a record by itself', [asha, '"Bunty Rao,2 MG Road,9812345679', ravi, short], '.q..'],
    ['and with a mark inside', [asha, 'Bunty Rao,5" pipe lane,9812345679', ravi, short], '.q..'],
    ['and with its last values missing', [asha, 'Bunty "Rao,2 MG Road', ravi], '.q.'],
    [
      'a value that goes on: lines with fewer values',
      [asha, 'Bunty,"2 MG Road', 'Near Temple', 'Pune,9812345679', ravi, meena],
      '.qbbb.',
    ],
    [
      'lines with as many values as the header',
      [asha, 'Bunty,"2 MG Road', 'Near Temple, Dadar, Mumbai', 'Sector 5, MH,9812345679', ravi],
      '.qbb.',
    ],
    [
      'lines that would be complete with their last value',
      [asha, 'Bunty,"2 MG Road, Dadar', 'Sector 5, MH, 9812345679', ravi],
      '.qb.',
    ],
    ['lines with too many values', [asha, 'Bunty,"2 MG Road', 'a,b,c,d,e', 'f,g', ravi, meena], '.qcbb.'],
    [
      'few lines, without a row about somebody',
      ['Bunty,"2 MG Road', ...Array(11).fill('x')],
      `q${'b'.repeat(8)}...`,
    ],
    ['to the end of the file', [asha, 'Bunty,"2 MG Road', 'Near Temple'], '.qb'],
    [
      'the mark that closes it, also behind another one',
      [
        asha,
        'Bunty,"12 "MG Road',
        'Near Temple',
        '5" pipe lane',
        'Sector 5',
        'Pune 411001",9812345679',
        ravi,
        short,
      ],
      '.qbqbq..',
    ],
    [
      'a value that was not opened: the lines that complete it',
      [asha, ravi, 'Bunty,2 MG Road', 'Near Temple', 'Pune 411001",9812345679', meena],
      '..bbq.',
    ],
    [
      'also when these are many',
      [ravi, 'Bunty,2 MG Road', ...Array<string>(6).fill('Near Temple'), 'Pune",9812345679', meena],
      '.bbbbbbbq.',
    ],
    ['and no more', [short, short, 'Bunty,2 MG Road', 'Pune 411001",9812345679', meena], '..bq.'],
    ['a closing mark alone in its value', ['Bunty,2 MG Road', '",9812345679', ravi], 'bq.'],
    ['a closing mark in a row of its own', [asha, 'Pune",,', ravi], '.q.'],
    [
      'a mark that opens behind one that closes',
      ['Bunty,2 MG Road', 'x",98', 'y,"z', 'Pune', ravi, meena],
      'bqqbb.',
    ],
  ];
  test.each(cases)('%s', async (_, lines, expected) => {
    for (const size of [1, 2, 3, 100])
      expect((await read(fileOf([header, ...lines]), { size })).batches.join('')).toBe(expected);
  });

  test.each([
    [
      'behind',
      'name,phone,address',
      ['Asha,9812345670,Pune', 'Bunty,9812345679,"2 MG Road', 'Dadar, MH, Mumbai', 'x'],
      '.qbb',
    ],
    [
      'before, with the first line of the record',
      'name,phone,address',
      [
        'Asha,9812345670,Pune',
        'Bunty,9812345679,2 MG Road',
        'Dadar, MH, Mumbai',
        'Pune"',
        'Ravi,9812345671,Goa',
      ],
      '.bbq.',
    ],
    [
      'behind, where no column tells',
      'name,address',
      ['Asha,Pune', 'Bunty,"2 MG Road', 'Dadar, Mumbai', 'Ravi,Goa'],
      '.qb.',
    ],
    [
      'before, where no column tells',
      'name,address',
      ['Asha,Pune', 'Bunty,2 MG Road', 'Pune"', 'Ravi,Goa'],
      '.bq.',
    ],
    [
      'not where all values are quoted',
      'name,phone,address',
      ['"Asha "Bunty" Rao","9812345670","2 MG Road"', '"Ravi","9812345671","Goa"'],
      'q.',
    ],
    ['not where a number shows the row', 'id,name,pan', ['1,"Asha,ABCPE1234F', '2,Ravi,ABCPE1234G'], 'q.'],
  ])('a value in the last column: %s', async (_, header, lines, expected) => {
    expect((await read(fileOf([header, ...lines]))).batches.join('')).toBe(expected);
  });
});

test('reading ends with the last of consecutive broken rows, with other lines of their records', async () => {
  const header = 'name,address,phone';
  const few = Array<string>(MAX_BROKEN_ROWS - 1).fill('K,5" pipe,9812345670');
  expect((await read(fileOf([header, asha, ...few, asha, ...few]))).brokenFrom).toBeUndefined();
  const ended = await read(fileOf([header, asha, ...few, ...few, asha]));
  expect(ended).toEqual({ batches: ['.', 'q'.repeat(MAX_BROKEN_ROWS)], brokenFrom: 3 });
  const apart = Array.from({ length: MAX_BROKEN_ROWS }, () => ['Bunty,"2 MG Road', ravi]).flat();
  expect(await read(fileOf([header, ...apart]))).toEqual({
    batches: ['qb'.repeat(MAX_BROKEN_ROWS)],
    brokenFrom: undefined,
  });
  const record = ['Bunty,"12 "MG Road', 'Near Temple', 'Dadar', 'Pune",9812345679'];
  const records = Array.from({ length: 10 }, () => record).flat();
  expect(await read(fileOf([header, short, ...records]))).toEqual({
    batches: ['.', 'qbbq'.repeat(5)],
    brokenFrom: 3,
  });
});

test('blank lines behind a run are a batch, so that a turn can end', async () => {
  const file = fileOf(['name,address,phone', asha, 'Bunty,"2 MG Road', 'Near Temple']);
  const end = file.frames.at(-1)?.end ?? file.plan.start;
  expect((await read(file, { blank: end })).batches).toEqual(['.qb']);
  expect((await read(file, { blank: { ...end, offset: end.offset + 500 } })).batches).toEqual(['.qb']);
});

test('rows are read alike in batches of any size, and behind any batch and any row that is not rejected', async () => {
  const line = fc.constantFrom(
    ...[asha, ravi, short, 'Near Temple', 'Dadar, MH, Mumbai', 'a,b,c,d', ',,9812345670', 'x,y,98'],
    ...['Bunty,"2 MG Road', '"Bunty,2 MG Road,9812345679', 'Pune",9812345679', 'K,5" pipe,z', '"', '",x,"y'],
    ...['Pune"', 'Asha,"Goa",9812345670', 'Asha,"12 "MG Road'],
  );
  const header = fc.constantFrom('name,address,phone', 'name,phone,address', 'name,address');
  await fc.assert(
    fc.asyncProperty(
      header,
      fc.array(line, { minLength: 1, maxLength: 45 }),
      fc.integer({ min: 1, max: 30 }),
      async (names, lines, size) => {
        const file = fileOf([names, ...lines]);
        const whole = await read(file);
        const all = whole.batches.join('');
        const { batches, brokenFrom } = await read(file, { size });
        expect({ all: batches.join(''), brokenFrom }).toEqual({ all, brokenFrom: whole.brokenFrom });
        const ends = batches.map((_, n) => batches.slice(0, n + 1).join('').length);
        const sound = [...all].flatMap((letter, i) => (letter === '.' || all[i + 1] === '.' ? [i + 1] : []));
        const endOfRun = whole.brokenFrom === undefined ? all.length + 1 : all.length;
        for (const from of new Set([...ends, ...sound])) {
          if (from >= endOfRun) continue;
          const rest = await read(file, { from, size });
          expect(rest.batches.join(''), `behind row ${from}`).toBe(all.slice(from));
          expect(rest.brokenFrom).toBe(whole.brokenFrom);
        }
      },
    ),
    { numRuns: 300 },
  );
});
