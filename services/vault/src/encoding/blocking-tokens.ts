/** What tokens are made of; a missing part is undefined. */
export interface BlockingParts {
  /** Whole date of birth, yyyy-mm-dd. */
  readonly day: string | undefined;
  readonly year: string | undefined;
  /** Sorted first sounds of a name. */
  readonly initials: string | undefined;
  /** Sorted sounds of a name of two words or more. */
  readonly names: string | undefined;
  readonly pin: string | undefined;
  readonly house: string | undefined;
  readonly streetPrefix: string | undefined;
  readonly street: string | undefined;
  /** Sounds of single words of a name, the most telling first: a kind with `word` has a token of each. */
  readonly words: readonly string[];
}

type BlockingPart = Exclude<keyof BlockingParts, 'words'> | 'word';

type Composite = readonly [BlockingPart, BlockingPart] | readonly [BlockingPart, BlockingPart, BlockingPart];

/**
 * What two records must share to be compared at all, besides an identifier: a line is a kind, in the order of a
 * record's keys. Always composites: the equality of one name or one date over many rows is its frequency, and frequency
 * is what re-identifies it. The first five are those of the design; the others find who has one slip in the date, one
 * in the code and one in the name: without them a twentieth of FEBRL4's pairs is never looked at.
 */
const kinds = {
  dob_initials: ['day', 'initials'],
  dob_pin: ['day', 'pin'],
  names_pin: ['names', 'pin'],
  names_year: ['names', 'year'],
  house_street_pin: ['house', 'streetPrefix', 'pin'],
  dob_word: ['day', 'word'],
  word_pin: ['pin', 'word'],
  house_street_word: ['house', 'streetPrefix', 'word'],
  names_house: ['names', 'house'],
  dob_house: ['day', 'house'],
  dob_street_prefix: ['day', 'streetPrefix'],
  house_pin: ['house', 'pin'],
  street_pin: ['street', 'pin'],
  names_street_prefix: ['names', 'streetPrefix'],
  word_street: ['street', 'word'],
  house_street: ['house', 'street'],
} as const satisfies Record<string, Composite>;

/** Words of a name that give tokens of their own. */
export const BLOCKING_WORDS = 3;

interface KindPlan {
  readonly kind: string;
  readonly composite: Composite;
  readonly firstSlot: number;
  readonly slots: number;
}

const plans: readonly KindPlan[] = plansOf(Object.entries(kinds));

function plansOf(entries: ReadonlyArray<readonly [kind: string, composite: Composite]>): KindPlan[] {
  let firstSlot = 0;
  return entries.map(([kind, composite]) => {
    const slots = composite.some((part) => part === 'word') ? BLOCKING_WORDS : 1;
    const plan = { kind, composite, firstSlot, slots };
    firstSlot += slots;
    return plan;
  });
}

/** The kind of the token in each slot. */
export const BLOCKING_SLOTS: readonly string[] = plans.flatMap(({ kind, slots }) =>
  Array.from({ length: slots }, () => kind),
);

/** What is to be told of a token: its slot, and the texts that it is made of. */
export type GiveToken = (slot: number, first: string, second: string, third?: string) => void;

/** Gives every token of a record; no two of a kind are equal. */
export function blockingTokens(parts: BlockingParts, give: GiveToken): void {
  for (const { composite, firstSlot, slots } of plans)
    for (let n = 0; n < slots; n += 1) {
      const first = partOf(parts, composite[0], n);
      const second = first === undefined ? undefined : partOf(parts, composite[1], n);
      if (first === undefined || second === undefined) break;
      const name = composite[2];
      const third = name === undefined ? undefined : partOf(parts, name, n);
      if (name !== undefined && third === undefined) break;
      give(firstSlot + n, first, second, third);
    }
}

const partOf = (parts: BlockingParts, name: BlockingPart, n: number): string | undefined =>
  name === 'word' ? parts.words[n] : parts[name];
