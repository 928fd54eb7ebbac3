import { expect, it } from 'vitest';
import { importWatch } from './import-watch.ts';

it('an import runs until its company has had no batch for half a second', () => {
  let now = 0;
  const imports = importWatch(() => now);
  expect(imports.goesOn()).toBe(false);
  imports.see(7);
  now = 499;
  expect([imports.goesOn(7), imports.goesOn(8), imports.goesOn()]).toEqual([true, false, true]);
  imports.see(7);
  now = 998;
  expect(imports.goesOn(7)).toBe(true);
  now = 999;
  expect([imports.goesOn(7), imports.goesOn()]).toEqual([false, false]);
});

it('an import that runs for a minute is overdue once, and again a minute later', () => {
  let now = 0;
  const imports = importWatch(() => now);
  const until = (end: number) => {
    for (; now < end; now += 400) imports.see(7);
    now = end;
    return [...imports.takeOverdue()];
  };
  expect(until(59_999)).toEqual([]);
  expect(until(60_000)).toEqual([7]);
  expect(until(60_400)).toEqual([]);
  expect(until(120_000)).toEqual([7]);
  now += 500;
  imports.see(7);
  expect(until(180_000)).toEqual([]);
});
