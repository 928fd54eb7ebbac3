import { NAME_VARIANTS } from './name-variants.ts';

/**
 * Replacements of letter groups before the sounds of single letters are unified; in this order. Capital letters are
 * single sounds of two letters.
 */
const rules: ReadonlyArray<readonly [RegExp, string]> = [
  [/ksh|x/g, 'ks'],
  [/^gn|dny|jn(?=a)/g, 'gy'],
  [/zh/g, 'l'],
  [/aa/g, 'a'],
  [/ee|ii|ie|ei/g, 'i'],
  [/ey$/, 'e'],
  [/oo|uu/g, 'u'],
  [/(?:ou|[oa]w|ao)(?![aeiou])/g, 'au'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/q|ck/g, 'k'],
  [/ch+/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/sh/g, 's'],
  [/z/g, 'j'],
  [/([bdgjkt])h/g, '$1'],
  [/(.)\1+/g, '$1'],
  [/(?<=.{3}a)h$/, ''],
  [/[ae]y(?![aeiou])/g, 'ai'],
  [/iy(?=[aeou])/g, 'i'],
  [/(?<=[^aeiouy])y(?=[aeou])/g, 'i'],
  [/(?<=[^aeiouy])y(?![aeiou])/g, 'i'],
  [/nd(?:er|ar|ra)$/, 'ndr'],
  [/endr$/, 'indr'],
  [/svami$/, 'sami'],
];

/** Names whose sh is not a spelling of s, unlike Shiva and Siva: Saji, Sabir, Isa, Nisa, Sama are other names. */
const distinct: ReadonlySet<string> = new Set('shaji shabbir shabir isha nisha shama shan shani'.split(' '));

/** The sound with every vowel, for joined words: Ram Kumar and Rama Kumar are two names. */
export const spokenSound = (word: string): string =>
  rules.reduce(
    (text, [from, to]) => text.replace(from, to),
    distinct.has(word) ? word.replace('sh', 'S') : word,
  );

/**
 * The inherent vowel between two syllables, which Hindi does not speak and clerks leave out or not (Ohala, "Aspects of
 * Hindi Phonology", 1983, chapter 5): Kamala and Kamla, Jagadish and Jagdish.
 */
const unspoken = /([aeiou][^aeiou])a(?=[^aeiou]{1,2}[aeiou])/g;

const soundOf = (word: string): string => spokenSound(word).replace(unspoken, '$1');

/** By the sound of a form, so that Mohamadh is found under mohamad, the name that it is a spelling of. */
const variants: ReadonlyMap<string, string> = new Map(
  [...NAME_VARIANTS].map(([form, name]) => [soundOf(form), name]),
);

/** The standard name of a written form, Latin lower case; the form itself when it has none. */
export const standardName = (word: string): string =>
  NAME_VARIANTS.get(word) ?? variants.get(soundOf(word)) ?? word;

/**
 * A code that spellings of one name share and different names do not: finer than phoneticFold, which selects
 * candidates. Vowels stay, except for their length, so that Ramesh and Ramsha, Kiran and Karan, Rajan and Rajni differ.
 * Consonants that clerks write in two ways are unified (aspirates, sh/s, v/w, ksh/x, ph/f). Names that no rule joins
 * are in name-variants.ts. Expects lower-case Latin; other letters pass through.
 */
export const givenSound = (word: string): string => soundOf(standardName(word));
