import { nameParts } from '../../encoding/name-parts.ts';

/** A word of a name. Codes and letters are compared for equality only, so they may be hashed. */
export interface NameToken {
  /** The sound (given-sound.ts); '' for an initial. */
  readonly code: string;
  /** The first letter. */
  readonly letter: string;
}

/** A name without titles, for comparison with another one. */
export interface NameTokens {
  readonly tokens: readonly NameToken[];
  /** All words in their order without blanks; undefined with initials. Ram Kumar is Ramkumar. */
  readonly joined?: string;
}

export function nameTokens(name: string): NameTokens {
  const { written } = nameParts(name);
  const tokens = written.flatMap(({ given, letter, isInitials }) =>
    isInitials ? [...letter].map((one) => ({ code: '', letter: one })) : [{ code: given, letter }],
  );
  const isInFull = tokens.every(({ code }) => code !== '');
  const joined = written
    .map(({ spoken }) => spoken)
    .join('')
    .replace(/(.)\1+/g, '$1');
  return { tokens, ...(isInFull && joined !== '' ? { joined } : {}) };
}

/**
 * Whether two names may be of one person: each word of the shorter one has a word with the same sound, or its initial,
 * in the longer one, in any order. Initials alone are not enough if a name has a word in full. Similar letters are not
 * enough: Suresh is not Naresh. False when a name has no words (another script).
 */
export function areSameNames(one: NameTokens, other: NameTokens): boolean {
  if (one.joined !== undefined && one.joined === other.joined) return true;
  const isOneShorter = one.tokens.length <= other.tokens.length;
  const [shorter, longer] = isOneShorter ? [one, other] : [other, one];
  if (shorter.tokens.length === 0) return false;
  const left = [...longer.tokens];
  const take = (isMatch: (token: NameToken) => boolean): boolean => {
    const at = left.findIndex(isMatch);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  // Whole words first: an initial takes a word that is left.
  const rest = shorter.tokens.filter(({ code }) => code === '' || !take((word) => word.code === code));
  const areInitials = [...shorter.tokens, ...longer.tokens].every(({ code }) => code === '');
  if (rest.length === shorter.tokens.length && !areInitials) return false;
  return rest.every(({ code, letter }) =>
    take((word) => word.letter === letter && (code === '' || word.code === '')),
  );
}
