import type { NameWord } from './name-word.ts';

/**
 * Forms that decide whether two names agree: compared for equality, under a key. Two names agree fully when their whole
 * forms or their joined forms are equal. They agree by initials when the whole form of one is an abbreviation of the
 * other.
 */
export interface NameForms {
  /** Undefined for a single word, and for initials alone, which many people share. */
  readonly whole: string | undefined;
  /** The words in their order without blanks: Muthu Kumar Rao is Muthukumar Rao. */
  readonly joined: string | undefined;
  /** The name with some of its words as initials, at least one word in full. At most ABBREVIATIONS. */
  readonly abbreviated: readonly string[];
}

/** A name of more words has no abbreviations. */
const MOST_WORDS = 4;
/** Of four words each one as an initial, and all but each. */
export const ABBREVIATIONS = 2 * MOST_WORDS;

/** @param written the words of a name in their order, initials among them */
export function nameForms(written: readonly NameWord[]): NameForms {
  const words: NameWord[] = [];
  const letters: string[] = [];
  for (const word of written)
    if (word.isInitials) letters.push(...word.letter);
    else if (words.every(({ given }) => given !== word.given)) words.push(word);
  if (words.length === 0 || words.length + letters.length < 2) return NOTHING;
  const joined = letters.length > 0 || words.length < 2 ? undefined : joinedSound(words);
  words.sort((a, b) => (a.given < b.given ? -1 : 1));
  const abbreviated = splits(words).map(([whole, short]) => formOf(whole, short, letters));
  return { whole: formOf(words, [], letters), joined, abbreviated: [...new Set(abbreviated)].sort() };
}

/** @param whole in order of their sounds */
function formOf(whole: readonly NameWord[], short: readonly NameWord[], letters: readonly string[]): string {
  let form = '';
  for (const { given } of whole) form += `${given} `;
  if (short.length === 1 && letters.length === 0) return `${form}${short[0]?.letter}.`;
  for (const letter of [...letters, ...short.map((word) => word.letter)].sort()) form += `${letter}.`;
  return form;
}

const NOTHING: NameForms = { whole: undefined, joined: undefined, abbreviated: [] };

/** Double letters that joining creates become single, as inside a word. */
const joinedSound = (words: readonly NameWord[]): string =>
  words
    .map(({ spoken }) => spoken)
    .join('')
    .replace(/(.)\1+/g, '$1');

/** Sets of words that become initials: one word, or all but one. */
function splits(words: readonly NameWord[]): Split[] {
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  return words.flatMap((one): Split[] => {
    const others = words.filter((word) => word !== one);
    const short: Split = [others, [one]];
    return words.length === 2 ? [short] : [short, [[one], others]];
  });
}

type Split = readonly [whole: readonly NameWord[], short: readonly NameWord[]];
