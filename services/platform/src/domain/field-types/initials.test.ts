import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Asha Rao', 'A. R.'],
  ['asha  kumari   rao', 'a. r.'],
  ['Asha', 'A.'],
  ['Dr.Asha Rao', 'D. R.'],
  ['श्रीमती कुमारी', 'श्री. कु.'],
  ['Asha (Rao)', 'A.'],
])('shows of %s the letters %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it.each(['A', 'R Lakshmi', 'Lakshmi R', 'कु', '李 明', '12', ''])('shows nothing of %s', (name) => {
  expect(initialsOf(name)).toBeUndefined();
});
