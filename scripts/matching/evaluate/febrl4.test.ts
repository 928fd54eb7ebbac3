import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { evaluate } from './evaluate.ts';
import { columnsOf } from './options.ts';
import { readRows } from './read-rows.ts';

// Takes seconds, longer while other tests run.
vi.setConfig({ testTimeout: 120_000 });

/** FEBRL4: 5,000 Australian people, each with one distorted duplicate. The licence is in the same folder. */
const file = (name: string) =>
  fileURLToPath(new URL(`../../../services/lineage/test/febrl4/${name}`, import.meta.url));
const address = ['street_number', 'address_1', 'address_2', 'suburb', 'postcode', 'state'];
const columns = [
  'given_name=first_name',
  'surname=last_name',
  'date_of_birth=dob',
  ...address.map((column) => `${column}=address`),
];

/** rec-1070-org and rec-1070-dup-0 are one person. */
async function measure(mapping: readonly string[], seed: number, randomPairs?: number) {
  const files = [file('febrl4a.csv'), file('febrl4b.csv')];
  const rows = await readRows({ files, idColumn: 'rec_id', columns: columnsOf(mapping) });
  const known = rows.map((row) => ({ ...row, truth: row.id.split('-')[1] ?? '' }));
  const key = hash('sha256', `febrl4 ${seed}`, 'buffer');
  const settings = { key, seed, threshold: 0.5 };
  return await evaluate(known, randomPairs === undefined ? settings : { ...settings, randomPairs });
}

describe('FEBRL4', () => {
  it('is linked with soc_sec_id at an F1 of at least .9998', async () => {
    const { figures } = await measure([...columns, 'soc_sec_id=other_id'], 1);
    expect(figures.rows).toBe(10_000);
    expect(figures.f1).toBeGreaterThanOrEqual(0.9998);
    expect(figures.verifiedPrecision).toBe(1);
  });

  it('is linked without it at an F1 of at least .998, with any key', async () => {
    for (const seed of [1, 2]) {
      const { figures } = await measure(columns, seed);
      expect(figures.f1).toBeGreaterThanOrEqual(0.998);
      expect(figures.verifiedPrecision).toBe(1);
    }
  });

  it('gives the same model and pairs for the same key and seed', async () => {
    const [one, other] = [await measure(columns, 3, 250_000), await measure(columns, 3, 250_000)];
    expect(other.model).toEqual(one.model);
    expect(other.pairs).toEqual(one.pairs);
  });
});
