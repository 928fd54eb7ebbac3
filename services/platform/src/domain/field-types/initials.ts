const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Longest prefix of a word that is cut into letters. */
const PREFIX = 32;

/**
 * First letters of the first and the last word of a name, e.g. `A. R.`. Undefined where they would show a whole word
 * of the name.
 */
export function initialsOf(name: string): string | undefined {
  const words = name.split(/[\s.]+/).filter((word) => /^\p{L}/u.test(word));
  const [first, ...rest] = words;
  const last = rest.at(-1);
  const shown = [first, last].flatMap((word) => (word === undefined ? [] : [initialOf(word)]));
  return shown.length === 0 || shown.includes(undefined) ? undefined : shown.join(' ');
}

/** `A.`; undefined for a word of one letter. */
function initialOf(word: string): string | undefined {
  const [letter, second] = letters.segment(word.slice(0, PREFIX));
  return letter === undefined || second === undefined ? undefined : `${letter.segment}.`;
}
