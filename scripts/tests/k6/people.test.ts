import { expect, it } from 'vitest';
import { csvOf, personOf } from './people.ts';

it('makes the same person for the same seed and number only', () => {
  expect(personOf(1, 7)).toEqual(personOf(1, 7));
  expect(personOf(1, 8).fields.pan).not.toBe(personOf(1, 7).fields.pan);
  expect(personOf(2, 7).fields.pan).not.toBe(personOf(1, 7).fields.pan);
});

it('makes values that the vault accepts', () => {
  for (let index = 0; index < 200; index += 1) {
    const { fields } = personOf(3, index);
    expect(fields.pan).toMatch(/^[A-Z]{3}P[A-Z][1-9]\d{3}[A-Z]$/);
    expect(fields.phone).toMatch(/^\+919\d{9}$/);
    expect(Number.isNaN(Date.parse(fields.dob))).toBe(false);
  }
});

it('writes a row for each person below the header', () => {
  const rows = csvOf([personOf(1, 1), personOf(1, 2)])
    .trimEnd()
    .split('\n');
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row.split(',')).toHaveLength(6);
});
