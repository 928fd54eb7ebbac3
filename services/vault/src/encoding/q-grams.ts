/** Pairs of neighbouring characters of a word between two blanks, each once: "ram" is " r", "ra", "am", "m ". */
export function bigrams(word: string): string[] {
  const padded = ` ${word} `;
  const grams = new Set<string>();
  for (let i = 0; i + 1 < padded.length; i += 1) grams.add(padded.slice(i, i + 2));
  return [...grams];
}
