import { hash } from 'node:crypto';
import { COMPARISONS, levelsOfPattern, patternOf } from '@pii-vault/lineage/scoring/comparison-levels';
import { expect, it } from 'vitest';
import { encodeRows } from './encode-rows.ts';

const DOB = COMPARISONS.indexOf('dob');

async function dobLevel(one: string, other: string): Promise<number | undefined> {
  const rows = [one, other].map((dob, at) => ({ id: String(at), truth: '', fields: { dob } }));
  const columns = await encodeRows(rows, hash('sha256', 'birth dates', 'buffer'));
  return levelsOfPattern(patternOf(columns, 0, 1))[DOB];
}

// Forms turn a year alone into the first of January.
it.each([
  ['1850-03-17', '1850-03-17', 5, 'equal'],
  ['1850-03-17', '1850-03-19', 4, 'a typing error in the day'],
  ['1850-03-11', '1850-11-03', 4, 'day and month exchanged'],
  ['1850-03-17', '1890-03-17', 4, 'a typing error in the year'],
  ['1850-01-01', '1850-01-01', 3, 'one year, and both dates are only years'],
  ['1850-03-17', '1850-01-01', 3, 'one year, and one date is only a year'],
  ['1850-01-01', '1851-01-01', 2, 'a year apart'],
  ['1850-03-17', '1850-06-28', 2, 'another day of one year'],
  ['1850-01-01', '1877-01-01', 1, 'a generation apart'],
  ['1850-03-17', '1877-10-26', 1, 'another date'],
])('%s and %s are at level %i: %s', async (one, other, level) => {
  expect(await dobLevel(one, other)).toBe(level);
  expect(await dobLevel(other, one)).toBe(level);
});
