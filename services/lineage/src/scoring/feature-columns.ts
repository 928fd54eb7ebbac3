/** Identifiers of a record in the order of its handles. */
export const HANDLE_FIELDS = ['aadhaar', 'pan', 'phone', 'email', 'bank_account', 'other_id'] as const;
export type HandleField = (typeof HANDLE_FIELDS)[number];

/**
 * A key that more rows share joins none of them: it carries too little information, and its pairs grow quadratically.
 */
const BUCKET_CAP = 200;
/** Cap of kinds with a word of the name: one person seldom has more rows. */
const NAMED_CAP = 24;
/** Cap of kinds that neighbours or people born on one day share. */
const PLACE_CAP = 12;

/** Cap of identifiers that a shop, an agent or an employer enters for many people. */
const CONTACT_CAP = 24;

/** Cap of a word of the name with an initial: the least selective kind, for records without a house. */
const INITIAL_CAP = 40;

/** Composite blocking tokens by kind, with the vault's names: how many of a kind a record can have, and the cap. */
const TOKEN_KINDS = {
  house_street_pin: [1, BUCKET_CAP],
  dob_initials: [1, BUCKET_CAP],
  dob_street_prefix: [1, NAMED_CAP],
  dob_house: [1, NAMED_CAP],
  house_pin: [1, PLACE_CAP],
  word_pin: [3, NAMED_CAP],
  word_town: [3, NAMED_CAP],
  word_year: [3, NAMED_CAP],
  name_pair: [3, NAMED_CAP],
  street_words: [1, PLACE_CAP],
  day_pin: [1, PLACE_CAP],
  house_word: [1, PLACE_CAP],
  pin_word: [1, PLACE_CAP],
  word_near_year: [4, NAMED_CAP],
  word_initial: [2, INITIAL_CAP],
  pin_decade: [1, NAMED_CAP],
} as const satisfies Record<string, readonly [slots: number, cap: number]>;
type TokenKind = keyof typeof TOKEN_KINDS;

const HANDLE_CAPS: Readonly<Partial<Record<HandleField, number>>> = {
  phone: CONTACT_CAP,
  email: CONTACT_CAP,
  bank_account: CONTACT_CAP,
};

/** Maximum number of slots of a row: a join keeps one bit per slot in two words (blocking-join.ts). */
export const MOST_SLOTS = 64;
/** Maximum number of slots of a kind: an entry of a bucket names its slot with two bits (key-buckets.ts). */
const MOST_SLOTS_OF_A_KIND = 4;

/** All kinds of keys, handles first: the slots of each kind. */
export interface KeyKind {
  readonly name: HandleField | TokenKind;
  readonly firstSlot: number;
  readonly slots: number;
  /** Most rows of a bucket that joins. */
  readonly cap: number;
}

export const KEY_KINDS: readonly KeyKind[] = keyKinds();

function keyKinds(): KeyKind[] {
  const handles = HANDLE_FIELDS.map((name) => [name, [1, HANDLE_CAPS[name] ?? BUCKET_CAP]] as const);
  return placeKinds([...handles, ...Object.entries(TOKEN_KINDS)]).map((kind) => ({
    ...kind,
    name: kind.name as KeyKind['name'],
  }));
}

type PlacedKind = Omit<KeyKind, 'name'> & { readonly name: string };

/**
 * Assigns slots to the kinds, in order.
 * @throws RangeError when a kind has more slots than an entry can name, or all kinds more than a join has bits for
 */
export function placeKinds(
  kinds: ReadonlyArray<readonly [name: string, size: readonly [slots: number, cap: number]]>,
): PlacedKind[] {
  let firstSlot = 0;
  const placed = kinds.map(([name, [slots, cap]]) => {
    if (slots > MOST_SLOTS_OF_A_KIND)
      throw new RangeError(`${name} has ${slots} slots, a kind has at most ${MOST_SLOTS_OF_A_KIND}`);
    const kind = { name, firstSlot, slots, cap };
    firstSlot += slots;
    return kind;
  });
  if (firstSlot > MOST_SLOTS)
    throw new RangeError(`Kinds of keys have ${firstSlot} slots, a row has at most ${MOST_SLOTS}`);
  return placed;
}

/** Slot of the token of house, street prefix and postal code. */
export const PLACE_SLOT = KEY_KINDS.find(({ name }) => name === 'house_street_pin')?.firstSlot ?? 0;

/** 32-bit words of one filter, and of a record's three: name, address, date of birth. */
export const FILTER_WORDS = 16;
export const ROW_WORDS = 3 * FILTER_WORDS;
export const KEY_WORDS = 2 * KEY_KINDS.reduce((sum, { slots }) => sum + slots, 0);

/**
 * Words of a record's codes, with the vault's names (features.proto): the whole name, its joined words, its
 * abbreviations, the birth date as far as known, its month. Compared for equality only.
 */
export const CODE_WORDS = 12;
export const WHOLE_NAME = 0;
export const JOINED_NAME = 1;
export const FIRST_ABBREVIATION = 2;
export const BIRTH_DATE = 10;
export const BIRTH_MONTH = 11;

/**
 * The records of one scope as flat arrays, 519 bytes per row. Keeps the first 64 bits of each 128-bit handle or token:
 * among a million rows two different ones collide once in 10^7 runs. Both words 0 = missing; a filter without a set bit
 * = missing.
 */
export interface FeatureColumns {
  readonly count: number;
  readonly filters: Uint32Array;
  /** Set bits of the three filters of each row. */
  readonly weights: Uint16Array;
  readonly keys: Uint32Array;
  /** Of each row: NAME_FULL | DATE_WHOLE, and the commonness of its name from COMMON_SHIFT on. */
  readonly hints: Uint8Array;
  /** CODE_WORDS of each row; 0 = missing. */
  readonly codes: Uint32Array;
}

export const NAME_FULL = 1;
export const DATE_WHOLE = 2;
/** Position in the hints of a name's commonness, with the vault's classes: 0 usual, 1 partly common, 2 common. */
const COMMON_SHIFT = 2;
export const MOST_COMMON = 2;

/** Whether both rows have the hint. */
export const bothHave = ({ hints }: FeatureColumns, a: number, b: number, hint: number): boolean =>
  ((hints[a] ?? 0) & (hints[b] ?? 0) & hint) !== 0;

/**
 * The greater commonness of two names: a name that is similar to a common one is no stronger evidence than an equal
 * one.
 */
export const commonnessOf = ({ hints }: FeatureColumns, a: number, b: number): number =>
  Math.min(MOST_COMMON, Math.max(hints[a] ?? 0, hints[b] ?? 0) >>> COMMON_SHIFT);

/** Share of the names of each commonness; all are usual where there is no name. */
export function commonnessShares(columns: FeatureColumns): number[] {
  const counts = new Array<number>(MOST_COMMON + 1).fill(0);
  for (let row = 0; row < columns.count; row += 1) {
    if (columns.weights[row * 3] === 0) continue;
    const commonness = commonnessOf(columns, row, row);
    counts[commonness] = (counts[commonness] ?? 0) + 1;
  }
  const named = counts.reduce((sum, one) => sum + one, 0);
  return counts.map((one, at) => (named === 0 ? Number(at === 0) : one / named));
}

/** How many of two rows have the hint. */
export const countHaving = ({ hints }: FeatureColumns, a: number, b: number, hint: number): number =>
  Number(((hints[a] ?? 0) & hint) !== 0) + Number(((hints[b] ?? 0) & hint) !== 0);

export function allocateColumns(count: number): FeatureColumns {
  return {
    count,
    filters: new Uint32Array(count * ROW_WORDS),
    weights: new Uint16Array(count * 3),
    keys: new Uint32Array(count * KEY_WORDS),
    hints: new Uint8Array(count),
    codes: new Uint32Array(count * CODE_WORDS),
  };
}

/** Set bits of a 32-bit word (Warren, Hacker's Delight, section 5-1). */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export const hasKey = ({ keys }: FeatureColumns, row: number, slot: number): boolean => {
  const at = row * KEY_WORDS + 2 * slot;
  return ((keys[at] ?? 0) | (keys[at + 1] ?? 0)) !== 0;
};

/** Whether the keys of two rows in a slot are equal; missing keys are not. */
export function sameKey(
  columns: FeatureColumns,
  a: number,
  slotA: number,
  b: number,
  slotB: number,
): boolean {
  const { keys } = columns;
  const at = a * KEY_WORDS + 2 * slotA;
  const other = b * KEY_WORDS + 2 * slotB;
  return keys[at] === keys[other] && keys[at + 1] === keys[other + 1] && hasKey(columns, a, slotA);
}
