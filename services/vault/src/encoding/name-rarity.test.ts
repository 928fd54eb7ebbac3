import { expect, it } from 'vitest';
import { nameParts } from './name-parts.ts';
import { countNames, NO_NAMES, nameRarity } from './name-rarity.ts';

it('is higher for rarer names, and in the middle when nothing is known', () => {
  const crowd = Array.from({ length: 4_000 }, (_, i) =>
    nameParts(i % 4 === 0 ? `Xerxes${i} Qwelm` : 'Rahul Sharma'),
  );
  const table = countNames(crowd);
  expect(nameRarity(nameParts('Rahul Sharma'), table)).toBe(0);
  expect(nameRarity(nameParts('Unheard Ofname'), table)).toBeGreaterThan(4);
  expect(nameRarity(nameParts('Rahul Sharma'), NO_NAMES)).toBe(4);
});
