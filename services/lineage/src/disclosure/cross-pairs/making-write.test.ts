import { expect, it } from 'vitest';
import { COMPARISONS, type ComparisonName } from '../../scoring/comparison-levels.ts';
import { type FieldWrites, writesOfPair } from './making-write.ts';

const writes = (of: Partial<Record<ComparisonName, number>>): FieldWrites =>
  COMPARISONS.map((name) => of[name] ?? 0);
const created = (write: number): FieldWrites => COMPARISONS.map(() => write);

it.each([
  ['a new record meets an old one', ['pan', 'name'], created(5), null, 5],
  ['later corrections of other fields do not count', ['pan', 'name'], created(5), writes({ address: 9 }), 5],
  [
    'a later correction of another agreeing field does not count',
    ['pan', 'phone'],
    created(5),
    writes({ phone: 9 }),
    5,
  ],
  ['a correction adds the agreeing identifier', ['pan', 'name'], created(5), writes({ pan: 9 }), 9],
  [
    'of two personal identifiers the first that agreed made it',
    ['aadhaar', 'pan'],
    created(5),
    writes({ aadhaar: 9 }),
    5,
  ],
  [
    'without a personal identifier the last field that agrees made it',
    ['name', 'dob'],
    created(5),
    writes({ dob: 9 }),
    9,
  ],
  ['of two new records the later one made it', ['pan'], created(5), created(9), 9],
  ['the writes of both records are unknown', ['pan', 'name'], null, null, undefined],
  ['a pair without agreeing fields, which exists by decision', [], created(5), created(9), undefined],
] as const)('%s', (_, agreeing, lo, hi, write) => {
  expect(writesOfPair(agreeing, lo, hi)?.making).toBe(write);
  expect(writesOfPair(agreeing, hi, lo)?.making).toBe(write);
});

it.each([
  ['the write of the agreeing identifier', ['pan', 'name'], created(5), created(9), 5],
  ['a correction of another field does not move it', ['pan'], writes({ pan: 5, name: 12 }), created(9), 5],
  [
    'without a personal identifier the write of the last agreeing field',
    ['name', 'dob'],
    writes({ name: 3, dob: 6, pan: 8 }),
    created(9),
    6,
  ],
  ['its write is unknown', ['pan'], null, created(9), 0],
] as const)('of the older record: %s', (_, agreeing, lo, hi, waiting) => {
  expect(writesOfPair(agreeing, lo, hi)).toEqual({ making: 9, waiting, makingSide: 'hi' });
  expect(writesOfPair(agreeing, hi, lo)).toEqual({ making: 9, waiting, makingSide: 'lo' });
});
