import { latinText } from './latin-text.ts';
import { phoneticFold } from './phonetic-fold.ts';

/** A name without order: which of its words is the surname differs from region to region and from clerk to clerk. */
export interface NameParts {
  /** Words of two letters or more, Latin lower case, sorted, each once. */
  readonly words: readonly string[];
  /** Single letters, sorted. */
  readonly initials: readonly string[];
}

// Shri, Smt and the like say nothing of who it is; neither do the suffixes of respect.
const honorifics = new Set(
  'mr mrs ms miss mx master dr prof er adv ca col capt maj gen lt hon shri shree sri smt shrimati sau kumari kum selvi thiru tmt janab ji jr sr'.split(
    ' ',
  ),
);

// "s/o Ram Lal" names somebody else.
const relationTail = /(^|[\s,(])([sdwch]\s*\/\s*o\b|(son|daughter|wife|husband|care)\s+of\b).*$/;

export function nameParts(name: string): NameParts {
  const latin = latinText(name).replace(relationTail, ' ').replace(/['’`]/g, '');
  const found = [...new Set(latin.split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '');
  const kept = found.filter((word) => !honorifics.has(word));
  // A person who is called nothing but Sri keeps the name.
  const words = (kept.length === 0 ? found : kept).sort();
  return {
    words: words.filter((word) => word.length > 1),
    initials: words.filter((word) => word.length === 1),
  };
}

/** Sorted first sounds of all words and initials, so that "R. Sharma" and "Rahul Sharma" agree. */
export const sortedInitials = ({ words, initials }: NameParts): string =>
  [...words.map((word) => phoneticFold(word)), ...initials.map(phoneticFold)]
    .map((sound) => sound.slice(0, 1))
    .sort()
    .join('');

/** Sorted sounds of the words, each once. */
export const phoneticWords = ({ words }: NameParts): string[] => [...new Set(words.map(phoneticFold))].sort();

/** A first and a last name, both written out: initials alone fit half a family. */
export const isFullName = ({ words }: NameParts): boolean =>
  words.filter((word) => word.length > 2).length > 1;
