import { type FeatureColumns, KEY_KINDS, KEY_WORDS, MOST_SLOTS } from './feature-columns.ts';
import { type Buckets, bucketRoom, bucketsOf, rowOf, slotOf } from './key-buckets.ts';

/** Blocking of rows: the buckets of each of KEY_KINDS, and in which slots each row has a key in a bucket. */
export interface Join {
  readonly buckets: ReadonlyArray<Pick<Buckets, 'entries' | 'starts'>>;
  /** Two words per row. Bit s: its key in slot s is in a bucket with other rows. */
  readonly joining: Uint32Array;
}

/**
 * Visits every pair of rows that shares a handle or token in a bucket, once, lower row first. The order depends only on
 * the rows. Memory grows with the rows, not with the pairs: a pair is reported by the first slot of its lower row that
 * joins it.
 */
export function forEachCandidate(
  columns: FeatureColumns,
  visit: VisitPair,
  neverAlone: readonly string[] = [],
): void {
  visitKinds(columns, (kind) => exceptInsufficientKeys(kind, neverAlone, visit));
}

/** The same, with a separate visitor for each kind in KEY_KINDS. */
export function visitKinds(columns: FeatureColumns, visitorOf: (kind: number) => VisitPair): void {
  const room = bucketRoom(columns.count);
  const join = joinOf(
    new Uint32Array(2 * columns.count),
    KEY_KINDS.map((kind) => bucketsOf(columns, kind, room)),
  );
  for (const [kind, { starts }] of join.buckets.entries())
    visitBuckets(columns, join, { kind, from: 0, to: starts.length - 1 }, visitorOf(kind));
}

/**
 * Receives a pair, the lower row first. `sharesMore` answers whether row b shares another key with row
 * a; call it at once.
 */
export type VisitPair = (a: number, b: number, sharesMore: (b: number) => boolean) => void;

/**
 * Visits the pairs of a kind, without those that share only one key of a kind that is insufficient alone
 * (insufficient-alone.ts).
 */
export const exceptInsufficientKeys = (
  kind: number,
  neverAlone: readonly string[],
  visit: VisitPair,
): VisitPair =>
  neverAlone.includes(KEY_KINDS[kind]?.name ?? '')
    ? (a, b, sharesMore) => {
        if (sharesMore(b)) visit(a, b, sharesMore);
      }
    : visit;

/** @param joining zeros, two words per row */
export function joinOf(joining: Uint32Array, buckets: Join['buckets']): Join {
  for (const [at, kind] of KEY_KINDS.entries())
    for (const entry of buckets[at]?.entries ?? []) {
      const place = 2 * rowOf(entry) + (slotOf(entry, kind) >>> 5);
      joining[place] = (joining[place] ?? 0) | (1 << (slotOf(entry, kind) & 31));
    }
  return { buckets, joining };
}

/** Buckets `from` (inclusive) to `to` (exclusive) of a kind (index in KEY_KINDS). */
export interface BucketRange {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
}

/** Visits the pairs of these buckets: all ranges together visit every pair once. */
export function visitBuckets(
  columns: FeatureColumns,
  { buckets, joining }: Join,
  range: BucketRange,
  visit: VisitPair,
): void {
  const kind = KEY_KINDS[range.kind];
  const found = buckets[range.kind];
  if (kind === undefined || found === undefined) return;
  const { entries, starts } = found;
  const shared = sharedSlots(columns);
  const more = moreShared(columns, joining);
  for (let bucket = range.from; bucket < range.to; bucket += 1) {
    const end = starts[bucket + 1] ?? 0;
    for (let i = starts[bucket] ?? 0; i < end - 1; i += 1) {
      const a = rowOf(entries[i] ?? 0);
      const slot = slotOf(entries[i] ?? 0, kind);
      shared.setRow(a, (joining[2 * a] ?? 0) & below(slot), (joining[2 * a + 1] ?? 0) & below(slot - 32));
      more.setEntry(a, slot);
      for (let j = i + 1; j < end; j += 1) {
        const b = rowOf(entries[j] ?? 0);
        if (!shared.has(b)) visit(a, b, more.has);
      }
    }
  }
}

/** Whether a row that first meets row a in one slot also shares a later one; computed on the first call. */
function moreShared(columns: FeatureColumns, joining: Uint32Array) {
  const later = sharedSlots(columns);
  let isSet = false;
  let [row, slot] = [0, 0];
  return {
    setEntry(a: number, at: number): void {
      [row, slot, isSet] = [a, at, false];
    },
    has(b: number): boolean {
      if (!isSet)
        later.setRow(
          row,
          (joining[2 * row] ?? 0) & ~below(slot + 1),
          (joining[2 * row + 1] ?? 0) & ~below(slot - 31),
        );
      isSet = true;
      return later.has(b);
    },
  };
}

/** Bits below an index, of 32. */
const below = (place: number): number => (place <= 0 ? 0 : place >= 32 ? -1 : (1 << place) - 1);

const kindOfSlot = KEY_KINDS.flatMap((kind) => Array.from({ length: kind.slots }, () => kind));

/** Whether some slots of a row join another row. What depends on this row alone is computed once for all other rows. */
function sharedSlots({ keys }: FeatureColumns) {
  // For each slot: both words of the key, and the range of slots of its kind.
  const [lows, highs] = [new Uint32Array(MOST_SLOTS), new Uint32Array(MOST_SLOTS)];
  const [begins, ends] = [new Uint32Array(MOST_SLOTS), new Uint32Array(MOST_SLOTS)];
  let count = 0;
  const add = (a: number, slots: number, first: number) => {
    for (let rest = slots; rest !== 0; rest &= rest - 1) {
      const slot = first + 31 - Math.clz32(rest & -rest);
      const kind = kindOfSlot[slot];
      if (kind === undefined) continue;
      lows[count] = keys[a * KEY_WORDS + 2 * slot] ?? 0;
      highs[count] = keys[a * KEY_WORDS + 2 * slot + 1] ?? 0;
      begins[count] = 2 * kind.firstSlot;
      ends[count] = 2 * (kind.firstSlot + kind.slots);
      count += 1;
    }
  };
  return {
    /** @param low slots 0 to 31 as bits @param high slots from 32 on */
    setRow(a: number, low: number, high: number): void {
      count = 0;
      add(a, low, 0);
      add(a, high, 32);
    },
    has(b: number): boolean {
      const row = b * KEY_WORDS;
      for (let at = 0; at < count; at += 1) {
        const end = row + (ends[at] ?? 0);
        for (let place = row + (begins[at] ?? 0); place < end; place += 2)
          if (keys[place] === lows[at] && keys[place + 1] === highs[at]) return true;
      }
      return false;
    },
  };
}
