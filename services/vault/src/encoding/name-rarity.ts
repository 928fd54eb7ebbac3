import { type NameParts, phoneticWords } from './name-parts.ts';

/** Shares of people by sound of a name word. Empty: nothing is known, every name is of middling rarity. */
export interface NameTable {
  readonly people: number;
  readonly counts: ReadonlyMap<string, number>;
}

export const NO_NAMES: NameTable = { people: 0, counts: new Map() };

/** Bucket of a name nothing is known about; a weight of zero. */
export const MIDDLE_RARITY = 4;

/** Fewer people than this tell nothing about how rare a name is. */
const ENOUGH_PEOPLE = 2_000;

/** Counts names of a population. The table is part of an encoding version: the same table, the same buckets. */
export function countNames(names: Iterable<NameParts>): NameTable {
  const counts = new Map<string, number>();
  let people = 0;
  for (const name of names) {
    people += 1;
    for (const word of phoneticWords(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { people, counts };
}

/**
 * 0 (everybody has it) to 7: the mean number of bits by which a name's words narrow the population down, in steps of
 * two bits (compare the frequency adjustment of Winkler, "Frequency-based matching in Fellegi–Sunter", 2000).
 */
export function nameRarity(name: NameParts, table: NameTable): number {
  const words = phoneticWords(name);
  if (table.people < ENOUGH_PEOPLE || words.length === 0) return MIDDLE_RARITY;
  const bits = words.reduce((sum, word) => sum - Math.log2((table.counts.get(word) ?? 1) / table.people), 0);
  return Math.max(0, Math.min(7, Math.floor(bits / words.length / 2)));
}
