import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const FEBRL4 = new URL('../../../services/lineage/test/febrl4/', import.meta.url);
const MAP = [
  'given_name=first_name,surname=last_name,date_of_birth=dob,soc_sec_id=other_id',
  'street_number=address,address_1=address,address_2=address,suburb=address,postcode=address,state=address',
];
const PEOPLE = 1_200;
/** Each test starts a process and a PostgreSQL. */
const SLOW_MS = 180_000;
const HELD_BACK = 20;

let folder: string;
let rows: number;
const file = (name: string) => join(folder, name);

/** The first people of a file, with a truth column: rec-1070-org and rec-1070-dup-0 are the same person. */
async function withTruth(name: string): Promise<string[]> {
  const [head, ...rows] = (await readFile(new URL(name, FEBRL4), 'utf8')).trim().split(/\r?\n/);
  const person = (row: string) => row.split('-')[1] ?? '';
  const kept = rows.filter((row) => Number(person(row)) < PEOPLE).map((row) => `${row}, ${person(row)}`);
  await writeFile(file(name), [`${head}, person`, ...kept, ''].join('\n'));
  return kept;
}

async function evaluate(...args: string[]) {
  const options = ['--id', 'rec_id', '--truth', 'person', ...MAP.flatMap((map) => ['--map', map])];
  // A separate TMPDIR, to check that no folder is left behind.
  const env = { ...process.env, TMPDIR: folder };
  const { stdout } = await run(process.execPath, [MAIN, ...args, ...options], { env });
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'match-evaluate-test-'));
  const originals = await withTruth('febrl4a.csv');
  const copies = await withTruth('febrl4b.csv');
  rows = originals.length + copies.length;
  const head = (await readFile(file('febrl4a.csv'), 'utf8')).split('\n', 1)[0];
  await writeFile(file('both.csv'), [head, ...originals, ...copies, ''].join('\n'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('match:evaluate on FEBRL4', () => {
  it(
    'links two companies and writes the pairs',
    async () => {
      const pairsFile = file('pairs.csv');
      const report = await evaluate(file('febrl4a.csv'), file('febrl4b.csv'), '--pairs', pairsFile);
      expect(report.pairs).toBeGreaterThan(report.rows / 2 - 20);
      expect(report.f1).toBeGreaterThanOrEqual(0.995);
      expect(report.clusterF1).toBeGreaterThanOrEqual(0.995);
      expect(report.verifiedPrecision).toBe(1);
      for (const time of ['encodeMs', 'trainMs', 'matchMs', 'persistMs', 'peakRssMb'])
        expect(report[time]).toBeGreaterThan(0);
      const [head, ...pairs] = (await readFile(pairsFile, 'utf8')).trim().split('\n');
      expect(head).toBe('id_a,id_b,probability,grade');
      expect(pairs).toHaveLength(report.pairs);
      expect(pairs.every((pair) => /^rec-\d+-\w+(-0)?,rec-\d+-\w+(-0)?,[\d.e-]+,\w+$/.test(pair))).toBe(true);
    },
    SLOW_MS,
  );

  it(
    'finds as many pairs when the last rows are added one by one, and leaves no files behind',
    async () => {
      const oneByOne = await evaluate(
        file('both.csv'),
        '--incremental',
        String(HELD_BACK),
        '--batched',
        String(2 * HELD_BACK),
      );
      expect(oneByOne.rows).toBe(rows);
      expect(oneByOne.f1).toBeGreaterThanOrEqual(0.995);
      expect(oneByOne.batched.perSecond).toBeGreaterThan(0);
      const { p50Ms, p95Ms, p99Ms } = oneByOne.incremental;
      expect(p50Ms).toBeGreaterThan(0);
      expect([p95Ms, p99Ms].toSorted((a, b) => a - b)[0]).toBeGreaterThanOrEqual(p50Ms);
      const folders = (await readdir(folder)).filter((name) => name.startsWith('pii-vault-'));
      expect(folders).toEqual([]);
    },
    SLOW_MS,
  );

  it.each([
    [['nothing.csv'], 'There is no file "nothing.csv"'],
    [['--threshold', '2'], '--threshold must be between 0 and 1'],
    [['--incremental', 'some'], '--incremental must be a whole number'],
    [['--map', 'suburb=town'], '"suburb=town" is not column=type'],
    [['--map', 'town=address'], 'There is no column "town"'],
  ])('reports the error in %j', async (args, message) => {
    const failure = await evaluate(file('both.csv'), ...args).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(message), stdout: '' });
  });

  it('reports the unreadable row', async () => {
    const whole = await readFile(file('both.csv'), 'utf8');
    await writeFile(file('broken.csv'), `${whole}rec-1-org,"an\n`);
    const failure = await evaluate(file('broken.csv')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/broken\.csv: .*line \d/) });
  });
});
