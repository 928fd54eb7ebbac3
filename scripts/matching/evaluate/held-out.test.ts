import { hash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { expect, it, vi } from 'vitest';
import { evaluate } from './evaluate.ts';
import { registerLines } from './generate-rows.ts';
import { columnsOf } from './options.ts';
import { rowOf } from './read-rows.ts';

vi.setConfig({ testTimeout: 120_000 });

// The seed was used to set the bounds, but not to tune parameters.
const SEED = 4_711;
const ROWS = 10_000;
const FIELDS =
  'first_name=first_name,last_name=last_name,dob=dob,house=address,street=address,locality=address,town=address,state=address,pin=address';
const IDS = 'phone=phone,email=email,aadhaar=aadhaar,pan=pan';

it.each([
  ['without identifiers', [FIELDS], 0.97],
  ['with some', [FIELDS, IDS], 0.975],
])('a register of people who return with errors, gaps and new homes is linked %s', async (_, map, least) => {
  const source = { files: [], idColumn: 'id', truthColumn: 'person', columns: columnsOf(map) };
  const now = new Date('2026-01-01T00:00:00Z');
  const records: Record<string, string>[] = parse([...registerLines(ROWS, SEED)].join(''), { columns: true });
  const { figures } = await evaluate(
    records.map((record) => rowOf(record, source, now)),
    // An eighth of the product's random pairs: the bounds were set with this number.
    { key: hash('sha256', `held out ${SEED}`, 'buffer'), seed: SEED, randomPairs: 250_000, threshold: 0.5 },
  );
  expect(figures.f1).toBeGreaterThanOrEqual(least);
  expect(figures.verifiedPrecision).toBeGreaterThanOrEqual(0.995);
});
