import { latinText } from './latin-text.ts';
import { type NameWord, nameWord } from './name-word.ts';
import { wordsOf } from './words-of.ts';

/** A name without order: which of its words is the surname depends on the region and the clerk. */
export interface NameParts<Word extends NameWord = NameWord> {
  /** Words of two letters or more, Latin lower case, sorted, each once. */
  readonly words: readonly Word[];
  /** Single letters, sorted, each once. */
  readonly initials: readonly Word[];
  /** Words and initials in the written order, without honorifics. */
  readonly written: readonly Word[];
}

// "1st Baron Clifford of Chudleigh": the rank, not the names.
const peerage =
  /\b\d+(?:st|nd|rd|th)\b|\b(?:baron(?:et|ess)?|viscount(?:ess)?|earl|countess|marquess|marquis|duke|duchess) (?:of )?(?=\p{L})|\b(?:of|the|baronet|bart?)\b/gu;

// "s/o Ram Lal" names somebody else.
const relationTail = /(^|[\s,(])([sdwch]\s*\/\s*o\b|(son|daughter|wife|husband|care)\s+of\b).*$/;

/** @param wordOf caches the results of nameWord */
export function nameParts(name: string): NameParts;
export function nameParts<Word extends NameWord>(
  name: string,
  wordOf: (text: string) => Word,
): NameParts<Word>;
export function nameParts(name: string, wordOf: (text: string) => NameWord = nameWord): NameParts {
  const latin = latinText(name);
  const hasTail = latin.includes('/') || latin.includes('of');
  const untailed = hasTail ? latin.replace(relationTail, ' ') : latin;
  const bare = untailed.includes(' of ') || /\d/.test(untailed) ? untailed.replace(peerage, ' ') : untailed;
  const found = wordsOf(bare.replace(/['’`]/g, '')).map((text) => wordOf(text));
  const own = found.filter((word) => !word.isHonorific);
  const first = own.findIndex((word) => !word.isTitle);
  const kept = own.slice(Math.max(0, first));
  // Sri is a name if the person has no other.
  const written = kept.length === 0 ? found : kept;
  const sorted = written.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const words: NameWord[] = [];
  const initials: NameWord[] = [];
  for (const [at, word] of sorted.entries())
    if (word.text !== sorted[at - 1]?.text) (word.text.length > 1 ? words : initials).push(word);
  return { words, initials, written };
}

/** Sorted first sounds of all words and initials, so that "R. Sharma" and "Rahul Sharma" agree. */
export const sortedInitials = ({ words, initials }: NameParts): string =>
  [...words, ...initials]
    .map(({ sound }) => sound.slice(0, 1))
    .sort()
    .join('');

/** Sorted sounds of the words, each once. */
export function phoneticWords({ words }: NameParts): string[] {
  const sounds = words.map(({ sound }) => sound).sort();
  return sounds.filter((one, at) => one !== sounds[at - 1]);
}

/** A first and a last name, both in full: half a family shares the initials. */
export const isFullName = ({ words }: NameParts): boolean =>
  words.filter(({ text, given }) => Math.max(text.length, given.length) > 2).length > 1;
