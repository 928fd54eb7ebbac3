import { expect, it } from 'vitest';
import { cursorOf, idIn, keyIn, pageById } from './list-cursor.ts';

it('reads the key that it wrote', () => {
  expect(keyIn(cursorOf(1_700_000_000_000, 7), 2)).toEqual([1_700_000_000_000, 7]);
  expect([idIn('7'), idIn(undefined)]).toEqual([7, undefined]);
});

it.each(['', 'x', '7.', '1.7', '-7', '12345678901234567'])('refuses %j for a list by id', (cursor) => {
  expect(() => idIn(cursor)).toThrow(expect.objectContaining({ reason: 'INVALID_CURSOR' }));
});

it('names the last row of a page that another one follows', () => {
  const found = [{ id: 9 }, { id: 7 }];
  expect(pageById(found, 1)).toEqual({ rows: [{ id: 9 }], nextCursor: '9' });
  expect(pageById(found, 2)).toEqual({ rows: found, nextCursor: undefined });
});
