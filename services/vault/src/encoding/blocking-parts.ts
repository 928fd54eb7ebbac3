import type { AddressParts } from './address-parts.ts';
import type { DobParts } from './dob-parts.ts';
import { type NameParts, phoneticWords, sortedInitials } from './name-parts.ts';

/** What tokens are made of; a missing part is undefined, a list is empty. */
export interface BlockingParts {
  /** Whole date of birth, yyyy-mm-dd. */
  readonly day: string | undefined;
  readonly year: string | undefined;
  /** mm-dd */
  readonly monthDay: string | undefined;
  /** Sorted first sounds of a name. */
  readonly initials: string | undefined;
  /** Sounds of the words of a name that tell most. */
  readonly sound: readonly string[];
  /** Each two of these sounds. */
  readonly soundPair: readonly string[];
  readonly pin: string | undefined;
  readonly house: string | undefined;
  readonly streetPrefix: string | undefined;
  /** Of the words of an address that name something: the first, the last, and the two longest together. */
  readonly firstPlace: string | undefined;
  readonly lastPlace: string | undefined;
  readonly placePair: string | undefined;
}

/** Sounds of a name that give tokens of their own; three sounds make three pairs. */
export const BLOCKING_SOUNDS = 3;

export function blockingParts(
  name: NameParts,
  address: AddressParts,
  dob: DobParts | undefined,
): BlockingParts {
  // The longest tell most; of equal length the first by letters.
  const sound = phoneticWords(name)
    .sort((a, b) => b.length - a.length)
    .slice(0, BLOCKING_SOUNDS);
  const { pin, house, streetPrefix, places } = address;
  return {
    day: dob?.day,
    year: dob?.year,
    monthDay: dob?.day?.slice(5),
    initials: sortedInitials(name) || undefined,
    sound,
    soundPair: pairsOf(sound),
    ...{ pin, house, streetPrefix },
    firstPlace: places[0],
    lastPlace: places.at(-1),
    placePair: longestPair(places),
  };
}

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

const pairsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((one, at) => texts.slice(at + 1).map((other) => pairOf(one, other)));

/** The two longest words; of equal length the first by letters. */
function longestPair(words: readonly string[]): string | undefined {
  let [first, second]: Array<string | undefined> = [];
  const precedes = (one: string, other: string | undefined) =>
    other === undefined || one.length > other.length || (one.length === other.length && one < other);
  for (const word of words)
    if (precedes(word, first)) [first, second] = [word, first];
    else if (precedes(word, second)) second = word;
  return first === undefined || second === undefined ? undefined : pairOf(first, second);
}
