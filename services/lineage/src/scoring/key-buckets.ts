import { clearCommonValues } from './common-values.ts';
import { type FeatureColumns, HANDLE_FIELDS, KEY_KINDS, KEY_WORDS, type KeyKind } from './feature-columns.ts';

/**
 * Entries (row and slot) with the same key, as buckets from 2 entries up to the kind's cap: bucket b spans starts[b] to
 * starts[b + 1], ascending by row. `hot` are the entries of larger buckets, ascending by row.
 */
export interface Buckets {
  readonly entries: Uint32Array;
  readonly starts: Uint32Array;
  readonly hot: Uint32Array;
}

// A kind has at most four slots (feature-columns.ts): two bits.
const entryOf = (row: number, offset: number): number => row * 4 + offset;
export const rowOf = (entry: number): number => entry >>> 2;
export const slotOf = (entry: number, kind: KeyKind): number => kind.firstSlot + (entry & 3);

/**
 * Groups the rows' keys of a kind. First partitions them by some of their bits, so that the hash table of a partition
 * fits a core's cache (Shatdal, Kant and Naughton, "Cache Conscious Algorithms for Relational Query Processing", VLDB
 * 1994). Buckets come in order of their first entries, so a visit reads the rows in order.
 */
export function bucketsOf(
  columns: FeatureColumns,
  kind: KeyKind,
  room: BucketRoom = bucketRoom(columns.count),
): Buckets {
  const dealt = dealKeys(columns, kind, room);
  const group = portionGrouper(dealt);
  // The gathered keys have been partitioned by now.
  const grouped = room.gathered.entries;
  const firsts: number[] = [];
  const begins: number[] = [];
  const hot: number[] = [];
  let end = 0;
  for (let portion = 0; portion < dealt.starts.length - 1; portion += 1)
    group(portion, (members, from, to) => {
      const size = to - from;
      if (size > kind.cap) for (let at = from; at < to; at += 1) hot.push(members[at] ?? 0);
      if (size < 2 || size > kind.cap) return;
      firsts.push(members[from] ?? 0);
      begins.push(end);
      for (let at = from; at < to; at += 1, end += 1) grouped[end] = members[at] ?? 0;
    });
  begins.push(end);
  return { ...orderBuckets(grouped, firsts, begins), hot: Uint32Array.from(hot).sort() };
}

/** Reused memory for grouping one kind at a time: two lists of a kind's keys. Unused pages take no memory. */
export interface BucketRoom {
  readonly gathered: KeyList;
  readonly dealt: KeyList;
}

export const bucketRoom = (rows: number): BucketRoom => ({
  gathered: listOf(rows * SLOTS_OF_LARGEST_KIND),
  dealt: listOf(rows * SLOTS_OF_LARGEST_KIND),
});

/** Frees its memory at once: an idle process may not collect garbage for long. */
export function leaveRoom({ gathered, dealt }: BucketRoom): void {
  for (const { low, high, entries } of [gathered, dealt])
    for (const { buffer } of [low, high, entries]) buffer.transfer(0);
}

const SLOTS_OF_LARGEST_KIND = Math.max(...KEY_KINDS.map(({ slots }) => slots));

/**
 * Clears identifiers above their kind's cap, because a shop's phone says nothing about its customers, and common dates
 * and other identifiers (common-values.ts). Call it before rows are compared, scored or trained on.
 */
export function clearHotValues(columns: FeatureColumns): void {
  clearCommonValues(columns);
  for (const kind of HANDLE_KINDS) clearHot(columns, kind, bucketsOf(columns, kind));
}

/** The same for one kind of identifier whose buckets are known. */
export function clearHot({ keys }: FeatureColumns, kind: KeyKind, { hot }: Pick<Buckets, 'hot'>): void {
  for (const entry of hot) {
    const at = rowOf(entry) * KEY_WORDS + 2 * slotOf(entry, kind);
    keys.fill(0, at, at + 2);
  }
}

const HANDLE_KINDS = KEY_KINDS.slice(0, HANDLE_FIELDS.length);
export const isHandleKind = (kind: KeyKind): boolean => HANDLE_KINDS.includes(kind);

/** Concatenated buckets, in order of their first entries. */
function orderBuckets(grouped: Uint32Array, firsts: readonly number[], begins: readonly number[]) {
  const order = Float64Array.from(firsts, (first, bucket) => first * MOST_BUCKETS + bucket).sort();
  const entries = new Uint32Array(begins.at(-1) ?? 0);
  const starts = new Uint32Array(order.length + 1);
  let end = 0;
  for (let place = 0; place < order.length; place += 1) {
    const bucket = (order[place] ?? 0) % MOST_BUCKETS;
    const to = begins[bucket + 1] ?? 0;
    for (let at = begins[bucket] ?? 0; at < to; at += 1, end += 1) entries[end] = grouped[at] ?? 0;
    starts[place + 1] = end;
  }
  return { entries, starts };
}

/** More than there are buckets: first entry × MOST_BUCKETS + bucket is exact in a double. */
const MOST_BUCKETS = 2 ** 24;

/** Concatenated keys, with their entries. */
interface KeyList {
  readonly low: Uint32Array<ArrayBuffer>;
  readonly high: Uint32Array<ArrayBuffer>;
  readonly entries: Uint32Array<ArrayBuffer>;
}

/** Keys by partition: partition p spans starts[p] to starts[p + 1], in order of rows. */
interface DealtKeys extends KeyList {
  readonly starts: Uint32Array;
}

/** Approximate keys per partition: its table has twice as many slots of four bytes. */
const PORTION_KEYS = 8_192;

function dealKeys(columns: FeatureColumns, kind: KeyKind, { gathered, dealt }: BucketRoom): DealtKeys {
  const keys = gatherKeys(columns, kind, gathered);
  const { length } = keys.entries;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, length / PORTION_KEYS))) - 1;
  const starts = new Uint32Array(mask + 2);
  for (const word of keys.high) starts[(word & mask) + 1] = (starts[(word & mask) + 1] ?? 0) + 1;
  addUp(starts);
  const ends = starts.slice(0, -1);
  for (let from = 0; from < length; from += 1) {
    const portion = (keys.high[from] ?? 0) & mask;
    const at = ends[portion] ?? 0;
    ends[portion] = at + 1;
    dealt.low[at] = keys.low[from] ?? 0;
    dealt.high[at] = keys.high[from] ?? 0;
    dealt.entries[at] = keys.entries[from] ?? 0;
  }
  return { ...dealt, starts };
}

/** Copies the slots of a kind: rows are far apart in memory, so they are read once. */
function gatherKeys(
  { keys, count }: FeatureColumns,
  { firstSlot, slots }: KeyKind,
  { low, high, entries }: KeyList,
): KeyList {
  let length = 0;
  for (let row = 0; row < count; row += 1) {
    let at = row * KEY_WORDS + 2 * firstSlot;
    for (let offset = 0; offset < slots; offset += 1, at += 2) {
      const [lowWord, highWord] = [keys[at] ?? 0, keys[at + 1] ?? 0];
      if ((lowWord | highWord) === 0) continue;
      low[length] = lowWord;
      high[length] = highWord;
      entries[length] = entryOf(row, offset);
      length += 1;
    }
  }
  return {
    low: low.subarray(0, length),
    high: high.subarray(0, length),
    entries: entries.subarray(0, length),
  };
}

const listOf = (length: number): KeyList => ({
  low: new Uint32Array(length),
  high: new Uint32Array(length),
  entries: new Uint32Array(length),
});

/** Replaces each number by the prefix sum. */
function addUp(numbers: Uint32Array): void {
  for (let at = 1; at < numbers.length; at += 1) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
}

/** Returns the entries of the keys of a partition, grouped by key and ascending. */
function portionGrouper(dealt: DealtKeys) {
  const { entries, starts } = dealt;
  const largest = starts.reduce((most, start, at) => Math.max(most, (starts[at + 1] ?? start) - start), 0);
  const numbers = keyNumberer(dealt, largest);
  const ends = new Uint32Array(largest + 2);
  const members = new Uint32Array(largest);
  return (portion: number, take: (members: Uint32Array, from: number, to: number) => void): void => {
    const [from, to] = [starts[portion] ?? 0, starts[portion + 1] ?? 0];
    const count = numbers.give(from, to);
    // Members of a key start at the end of the previous one: each count is shifted by two and then incremented to its
    // end.
    ends.fill(0, 0, count + 2);
    for (let at = 0; at < to - from; at += 1) {
      const after = (numbers.of[at] ?? 0) + 2;
      ends[after] = (ends[after] ?? 0) + 1;
    }
    addUp(ends.subarray(0, count + 2));
    for (let at = 0; at < to - from; at += 1) {
      const own = (numbers.of[at] ?? 0) + 1;
      const place = ends[own] ?? 0;
      members[place] = entries[from + at] ?? 0;
      ends[own] = place + 1;
    }
    for (let key = 0; key < count; key += 1) take(members, ends[key] ?? 0, ends[key + 1] ?? 0);
  };
}

/** Numbers the keys of a partition: open addressing with the keys' own words as hash, which are random. */
function keyNumberer({ low, high }: KeyList, largest: number) {
  // Index of the first occurrence of the key, plus one.
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * largest + 2)));
  const mask = table.length - 1;
  const of = new Uint32Array(largest);
  return {
    /** By index from the start of the partition. */
    of,
    /** @returns the number of different keys */
    give(from: number, to: number): number {
      table.fill(0);
      let count = 0;
      for (let at = from; at < to; at += 1) {
        let place = (low[at] ?? 0) & mask;
        let first = (table[place] ?? 0) - 1;
        while (first >= 0 && (low[first] !== low[at] || high[first] !== high[at])) {
          place = (place + 1) & mask;
          first = (table[place] ?? 0) - 1;
        }
        of[at - from] = first < 0 ? count : (of[first - from] ?? 0);
        if (first >= 0) continue;
        table[place] = at + 1;
        count += 1;
      }
      return count;
    },
  };
}
