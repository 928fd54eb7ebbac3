import { type FeatureColumns, KEY_KINDS, sameKey } from './feature-columns.ts';
import { type Buckets, bucketsOf, rowOf, slotOf } from './key-buckets.ts';

/** What brings rows together: the buckets of each of KEY_KINDS, and by row in which of its slots they hold it. */
export interface Join {
  readonly buckets: ReadonlyArray<Pick<Buckets, 'entries' | 'starts'>>;
  /** Two words a row. Bit s of the two: its key in slot s lies in a bucket that joins. */
  readonly joining: Uint32Array;
}

/**
 * Every pair of rows that shares a handle or token in a bucket that joins, each once, lower row first. The
 * order depends on the rows alone. Memory grows with the rows, not with the pairs: a pair is told by the first slot of
 * its lower row that joins it.
 */
export function forEachCandidate(columns: FeatureColumns, visit: (a: number, b: number) => void): void {
  const join = joinOf(
    new Uint32Array(2 * columns.count),
    KEY_KINDS.map((kind) => bucketsOf(columns, kind)),
  );
  for (const [kind, { starts }] of join.buckets.entries())
    visitBuckets(columns, join, { kind, from: 0, to: starts.length - 1 }, visit);
}

/** @param joining zeros, two for each row */
export function joinOf(joining: Uint32Array, buckets: Join['buckets']): Join {
  for (const [at, kind] of KEY_KINDS.entries())
    for (const entry of buckets[at]?.entries ?? []) {
      const place = 2 * rowOf(entry) + (slotOf(entry, kind) >>> 5);
      joining[place] = (joining[place] ?? 0) | (1 << (slotOf(entry, kind) & 31));
    }
  return { buckets, joining };
}

/** Buckets `from` to before `to` of a place in KEY_KINDS. */
export interface BucketRange {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
}

/** The pairs that these buckets tell: all ranges together tell every pair once. */
export function visitBuckets(
  columns: FeatureColumns,
  { buckets, joining }: Join,
  range: BucketRange,
  visit: (a: number, b: number) => void,
): void {
  const kind = KEY_KINDS[range.kind];
  const found = buckets[range.kind];
  if (kind === undefined || found === undefined) return;
  const { entries, starts } = found;
  for (let bucket = range.from; bucket < range.to; bucket += 1) {
    const end = starts[bucket + 1] ?? 0;
    for (let i = starts[bucket] ?? 0; i < end; i += 1) {
      const a = rowOf(entries[i] ?? 0);
      const slot = slotOf(entries[i] ?? 0, kind);
      const low = (joining[2 * a] ?? 0) & below(slot);
      const high = (joining[2 * a + 1] ?? 0) & below(slot - 32);
      for (let j = i + 1; j < end; j += 1) {
        const b = rowOf(entries[j] ?? 0);
        if (!isTold(columns, a, low, 0, b) && !isTold(columns, a, high, 32, b)) visit(a, b);
      }
    }
  }
}

/** Bits below a place, of 32. */
const below = (place: number): number => (place <= 0 ? 0 : place >= 32 ? -1 : (1 << place) - 1);

const kindOfSlot = KEY_KINDS.flatMap((kind) => Array.from({ length: kind.slots }, () => kind));

/** Whether one of the slots of row a that `slots` has as bits, the lowest being `first`, joins row b. */
function isTold(columns: FeatureColumns, a: number, slots: number, first: number, b: number): boolean {
  for (let rest = slots; rest !== 0; rest &= rest - 1) {
    const slot = first + 31 - Math.clz32(rest & -rest);
    const kind = kindOfSlot[slot];
    if (kind === undefined) continue;
    const end = kind.firstSlot + kind.slots;
    for (let other = kind.firstSlot; other < end; other += 1)
      if (sameKey(columns, a, slot, b, other)) return true;
  }
  return false;
}
