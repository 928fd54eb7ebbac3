import { expect, it } from 'vitest';
import { isChild } from './sample-children.ts';

it.each([
  ['the day before the eighteenth birthday', '2008-11-23', true],
  ['the eighteenth birthday', '2008-11-22', false],
  ['a leap day', '2008-02-29', false],
  ['a newborn', '2026-11-01', true],
  ['no date', undefined, false],
  ['a year that ends before the eighteenth birthday', '2008', true],
  ['a birth year of adults only', '2007', false],
  ['a month whose last day is too late', '2008-11', true],
  ['a month that lies far enough back', '2008-10', false],
])('%s', (_what, dob, expected) => {
  expect(isChild(dob, new Date('2026-11-22T00:00:00Z'))).toBe(expected);
});
