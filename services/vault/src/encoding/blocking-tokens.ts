import { BLOCKING_SOUNDS, type BlockingParts, NEAR_YEARS } from './blocking-parts.ts';

type BlockingPart = keyof BlockingParts;

type Composite = readonly [BlockingPart, BlockingPart?, BlockingPart?];

/** Parts of which a record has several, and their maximum number. */
const LISTS: Readonly<Partial<Record<BlockingPart, number>>> = {
  sound: BLOCKING_SOUNDS,
  soundPair: BLOCKING_SOUNDS,
  soundNearYear: NEAR_YEARS,
  soundInitial: 2,
};

/**
 * Two records without a common identifier are compared only if they share a token. A line is a kind, in the order of a
 * record's keys; a kind with a list has a token for each of its texts. Each token combines two facts or more: equality
 * of a single name or date over many rows shows its frequency, and frequency re-identifies it. Chosen on data sets that
 * were not used for tuning, to find the most pairs with the fewest tokens.
 */
const kinds: Readonly<Record<string, Composite>> = {
  house_street_pin: ['house', 'streetPrefix', 'pin'],
  dob_initials: ['day', 'initials'],
  dob_street_prefix: ['day', 'streetPrefix'],
  dob_house: ['day', 'house'],
  house_pin: ['house', 'pin'],
  word_pin: ['pin', 'sound'],
  word_town: ['lastPlace', 'sound'],
  word_year: ['year', 'sound'],
  name_pair: ['soundPair'],
  street_words: ['placePair'],
  day_pin: ['monthDay', 'pin'],
  house_word: ['house', 'firstPlace'],
  pin_word: ['pin', 'firstPlace'],
  word_near_year: ['soundNearYear'],
  word_initial: ['soundInitial'],
  pin_decade: ['roughPin', 'decade'],
};

/** The parts of tokens, each with its number. */
const PARTS: readonly BlockingPart[] = [...new Set(Object.values(kinds).flat())].filter(
  (part) => part !== undefined,
);

interface KindPlan {
  readonly kind: string;
  /** Indexes in PARTS of the one to three parts. */
  readonly places: readonly [number, number?, number?];
  readonly firstSlot: number;
  readonly slots: number;
}

const plans: readonly KindPlan[] = plansOf(Object.entries(kinds));

function plansOf(entries: ReadonlyArray<readonly [kind: string, composite: Composite]>): KindPlan[] {
  let firstSlot = 0;
  return entries.map(([kind, composite]) => {
    const slots = Math.max(...composite.map((part) => (part === undefined ? 1 : (LISTS[part] ?? 1))));
    const [one, two, three] = composite.map((part) => (part === undefined ? undefined : PARTS.indexOf(part)));
    const plan = { kind, places: [one ?? 0, two, three] as const, firstSlot, slots };
    firstSlot += slots;
    return plan;
  });
}

/** The kind of the token in each slot. */
export const BLOCKING_SLOTS: readonly string[] = plans.flatMap(({ kind, slots }) =>
  Array.from({ length: slots }, () => kind),
);

/** Receives a token: its slot and its texts. */
export type GiveToken = (slot: number, first: string, second?: string, third?: string) => void;

/** Visits every token of a record; no two of a kind are equal. */
export function blockingTokens(parts: BlockingParts, give: GiveToken): void {
  // By number, not by name: a look-up by a varying name costs as much as a hash, and a record has a hundred.
  const values = PARTS.map((name) => parts[name]);
  for (const { places, firstSlot, slots } of plans)
    for (let n = 0; n < slots; n += 1) {
      const first = textOf(values[places[0]], n);
      if (first === undefined) break;
      const [, two, three] = places;
      const second = two === undefined ? undefined : textOf(values[two], n);
      const third = three === undefined ? undefined : textOf(values[three], n);
      if ((second === undefined && two !== undefined) || (third === undefined && three !== undefined)) break;
      give(firstSlot + n, first, second, third);
    }
}

const textOf = (part: string | readonly string[] | undefined, n: number): string | undefined =>
  typeof part === 'object' ? part[n] : part;
