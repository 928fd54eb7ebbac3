import { givenSound, spokenSound, standardName } from './given-sound.ts';
import { phoneticFold } from './phonetic-fold.ts';

/** What is known of a word of a name. */
export interface NameWord {
  /** A known variant or abbreviation as the name it stands for (name-variants.ts). */
  readonly text: string;
  /** By which it is found (phonetic-fold.ts). */
  readonly sound: string;
  /** By which it is the same name, and the same with every vowel (given-sound.ts). */
  readonly given: string;
  readonly spoken: string;
  /** Its initial; of a word that is nothing but initials, as RK, each of them. */
  readonly letter: string;
  readonly isInitials: boolean;
  readonly isHonorific: boolean;
  /** Says nothing when it comes first. */
  readonly isTitle: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// They say nothing of who it is, wherever they stand: a surname may stand before them.
const honorifics = words(
  'mr mrs ms miss mx dr prof shri shree sri smt shrimati sushri thiru tmt janab ji jr sr sir lord lady dame rev revd esq',
);

// Names, too, when they do not come first: Meena Kumari, Tamil Selvi.
const titles = words('master er adv ca col capt maj gen lt hon late kumari kum selvi sau');

/** RK Sharma is R. K. Sharma; Md is a name (name-variants.ts). */
const noVowel = /^[^aeiouy]{2,3}$/;

export function nameWord(written: string): NameWord {
  const text = standardName(written);
  const isInitials = text.length === 1 || noVowel.test(text);
  // W and V are one sound.
  const letter = (isInitials ? text : written.slice(0, 1)).replaceAll('w', 'v');
  return {
    text,
    sound: phoneticFold(text),
    given: givenSound(text),
    spoken: spokenSound(text),
    letter,
    isInitials,
    isHonorific: honorifics.has(written),
    isTitle: titles.has(written),
  };
}
