import { beforeEach, expect, it, vi } from 'vitest';
import { newStyleCache } from './style-cache.ts';

/** Rules of each sheet, by class name. */
const rulesIn = (tags: readonly HTMLStyleElement[]) =>
  tags.map((tag) => [...(tag.sheet?.cssRules ?? [])].map(({ cssText }) => /\.(\w+)/.exec(cssText)?.[1]));

let paint: () => void;

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    paint = work;
  });
});

it('puts at-rules of a later frame into a new sheet, and keeps the order of all rules', () => {
  const { sheet } = newStyleCache();
  sheet.insert('.a{color:red}');
  sheet.insert('@media print{.b{color:red}}');
  sheet.insert('@media print{.c{color:red}}');
  sheet.insert('.d{color:red}');
  paint();
  sheet.insert('.e{color:red}');
  sheet.insert('@media print{.f{color:red}}');
  sheet.insert('.g{color:red}');
  expect(rulesIn(sheet.tags)).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f', 'g']]);
  sheet.flush();
});
