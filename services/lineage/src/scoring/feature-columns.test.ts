import { expect, it } from 'vitest';
import { KEY_KINDS, placeKinds } from './feature-columns.ts';

const kinds = (count: number, slots: number) =>
  Array.from({ length: count }, (_, at) => [`kind ${at}`, [slots, 24]] as const);

it('gives every kind its own slots, in order', () => {
  let next = 0;
  for (const { firstSlot, slots } of KEY_KINDS) {
    expect(firstSlot).toBe(next);
    next += slots;
  }
});

it('refuses more slots than a join has bits for, and more per kind than an entry can name', () => {
  expect(placeKinds(kinds(16, 4)).at(-1)).toEqual({ name: 'kind 15', firstSlot: 60, slots: 4, cap: 24 });
  expect(() => placeKinds([...kinds(16, 4), ['one more', [1, 24]]])).toThrow(
    new RangeError('Kinds of keys have 65 slots, a row has at most 64'),
  );
  expect(() => placeKinds([['wide', [5, 24]]])).toThrow(
    new RangeError('wide has 5 slots, a kind has at most 4'),
  );
});
