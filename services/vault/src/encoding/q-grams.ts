/**
 * Pairs of neighbouring characters of a word between two blanks, without duplicates: "ram" is " r", "ra", "am", "m ".
 */
export function bigrams(word: string): string[] {
  const padded = ` ${word} `;
  const grams = new Set<string>();
  for (let i = 0; i + 1 < padded.length; i += 1) grams.add(padded.slice(i, i + 2));
  return [...grams];
}

/** Grams of a word: pairs of its letters and of its sound; an initial has only the first pair of its letter. */
export const nameGrams = ({ text, sound }: { readonly text: string; readonly sound: string }): string[] =>
  text.length === 1 ? [` ${text}`] : [...bigrams(text), ...bigrams(sound).map((gram) => `~${gram}`)];

/** Numbers count as a whole, words by their pairs of letters. */
export const addressGrams = (word: string): string[] => (/\d/.test(word) ? [`#${word}`] : bigrams(word));

/** Grams of a postal code: the whole, and its characters by position. */
export const pinGrams = (pin: string): string[] => [
  `=p${pin}`,
  ...[...pin].map((char, place) => `=p${place}${char}`),
];
