import { givenSound, spokenSound, standardName } from './given-sound.ts';
import { phoneticFold } from './phonetic-fold.ts';

/** Properties of a word of a name. */
export interface NameWord {
  /** A known variant or abbreviation is replaced by its standard name (name-variants.ts). */
  readonly text: string;
  /** The code for blocking (phonetic-fold.ts). */
  readonly sound: string;
  /** The code for agreement, and the same with every vowel (given-sound.ts). */
  readonly given: string;
  readonly spoken: string;
  /** Its initial; for a word that consists of initials, as RK, each of them. */
  readonly letter: string;
  readonly isInitials: boolean;
  readonly isHonorific: boolean;
  /** Carries no information as the first word. */
  readonly isTitle: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// They carry no information in any position: a surname may precede them.
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
