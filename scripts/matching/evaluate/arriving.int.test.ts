import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { matchArriving } from './arriving-rows.ts';
import { columnsOf } from './options.ts';
import { type EvaluatedRow, readRows } from './read-rows.ts';

const address = ['street_number', 'address_1', 'address_2', 'suburb', 'postcode', 'state'];
const columns = columnsOf([
  'given_name=first_name',
  'surname=last_name',
  'date_of_birth=dob',
  ...address.map((column) => `${column}=address`),
]);
const PEOPLE = 2_000;

/** Rows of the first people of a file of FEBRL4: rec-1070-org and rec-1070-dup-0 are one person. */
async function firstPeople(name: string): Promise<EvaluatedRow[]> {
  const file = fileURLToPath(new URL(`../../../services/lineage/test/febrl4/${name}`, import.meta.url));
  const rows = await readRows({ files: [file], idColumn: 'rec_id', columns });
  const known = rows.map((row) => ({ ...row, truth: row.id.split('-')[1] ?? '' }));
  return known.filter(({ truth }) => Number(truth) < PEOPLE);
}

const inParts = (companyId: number, rows: readonly EvaluatedRow[], size: number) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => ({
    companyId,
    rows: rows.slice(at * size, (at + 1) * size),
  }));

let [originals, copies]: [EvaluatedRow[], EvaluatedRow[]] = [[], []];
beforeAll(async () => {
  [originals, copies] = await Promise.all([firstPeople('febrl4a.csv'), firstPeople('febrl4b.csv')]);
});

it('two companies whose people arrive by import, then in small parts, are linked as in one pass', async () => {
  const arrivals = [...inParts(1, originals, PEOPLE), ...inParts(2, copies, 400)];
  const { f1, precision } = await matchArriving(arrivals, 2, 1);
  expect(f1).toBeGreaterThanOrEqual(0.995);
  expect(precision).toBeGreaterThanOrEqual(0.999);
});

it('the same people in one company, in small parts, are linked as in one pass', async () => {
  const { f1, precision } = await matchArriving(inParts(1, [...originals, ...copies], 400), 1, 1);
  expect(f1).toBeGreaterThanOrEqual(0.995);
  expect(precision).toBeGreaterThanOrEqual(0.999);
});
