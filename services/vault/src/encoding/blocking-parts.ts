import type { AddressParts } from './address-parts.ts';
import type { DobParts } from './dob-parts.ts';
import { type NameParts, phoneticWords, sortedInitials } from './name-parts.ts';

/** Parts of tokens; a missing part is undefined, a list is empty. */
export interface BlockingParts {
  /** Whole date of birth, yyyy-mm-dd. */
  readonly day: string | undefined;
  readonly year: string | undefined;
  /** mm-dd */
  readonly monthDay: string | undefined;
  /** Sorted first sounds of a name. */
  readonly initials: string | undefined;
  /** Sounds of the most selective words of a name. */
  readonly sound: readonly string[];
  /** Each pair of these sounds. */
  readonly soundPair: readonly string[];
  readonly pin: string | undefined;
  readonly house: string | undefined;
  readonly streetPrefix: string | undefined;
  /** Of the significant words of an address: the first, the last, and the two longest together. */
  readonly firstPlace: string | undefined;
  readonly lastPlace: string | undefined;
  readonly placePair: string | undefined;
  /** Without a house number the record does not identify a home, so coarser parts are used. */
  readonly roughPin: string | undefined;
  readonly decade: string | undefined;
  /** The two longest sounds, each with the ranges of years that contain the birth year. */
  readonly soundNearYear: readonly string[];
  /** The two longest sounds, each with the first sound of another word of the name. */
  readonly soundInitial: readonly string[];
}

/** Number of sounds of a name with their own tokens; three sounds give three pairs. */
export const BLOCKING_SOUNDS = 3;
const ROUGH_SOUNDS = 2;
/** Ranges of years that overlap by half. */
const SPAN = 6;
/** Number of tokens of soundNearYear. */
export const NEAR_YEARS = 2 * ROUGH_SOUNDS;

export function blockingParts(
  name: NameParts,
  address: AddressParts,
  dob: DobParts | undefined,
): BlockingParts {
  // The longest are the most selective; of equal length the first by letters.
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
    pin,
    house,
    streetPrefix,
    firstPlace: places[0],
    lastPlace: places.at(-1),
    placePair: longestPair(places),
    ...(house === undefined ? roughParts(name, sound, pin, dob?.year) : NOTHING_ROUGH),
  };
}

type RoughParts = Pick<BlockingParts, 'roughPin' | 'decade' | 'soundNearYear' | 'soundInitial'>;

const NOTHING_ROUGH: RoughParts = {
  roughPin: undefined,
  decade: undefined,
  soundNearYear: [],
  soundInitial: [],
};

function roughParts(
  { words, initials }: NameParts,
  sounds: readonly string[],
  pin: string | undefined,
  year: string | undefined,
): RoughParts {
  const firsts = [...new Set([...words, ...initials].map(({ sound }) => sound.slice(0, 1)))].sort();
  const longest = sounds.slice(0, ROUGH_SOUNDS);
  const spans = year === undefined ? [] : [0, SPAN / 2].map((shift) => spanOf(Number(year), shift));
  return {
    roughPin: pin,
    decade: year?.slice(0, 3),
    soundNearYear: longest.flatMap((sound) => spans.map((span) => `${span} ${sound}`)),
    soundInitial: longest.flatMap((sound) => {
      const other = firsts.find((first) => !sound.startsWith(first));
      return other === undefined ? [] : [`${other} ${sound}`];
    }),
  };
}

const spanOf = (year: number, shift: number): string => `${shift}~${Math.floor((year + shift) / SPAN)}`;

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
