import { type FeatureColumns, KEY_KINDS, sameKey } from './feature-columns.ts';
import { bucketsOf, rowOf, slotOf } from './key-buckets.ts';

/**
 * Every pair of rows that shares a handle or token in a bucket that joins, each once, lower row first. The
 * order depends on the rows alone. Memory grows with the rows, not with the pairs: a pair is told by the first slot of
 * its lower row that joins it.
 */
export function forEachCandidate(columns: FeatureColumns, visit: (a: number, b: number) => void): void {
  // Bit s of a row: its key in slot s lies in a bucket that joins.
  const joining = new Uint32Array(columns.count);
  for (const kind of KEY_KINDS) {
    const { entries, starts } = bucketsOf(columns, kind);
    for (const entry of entries) {
      const row = rowOf(entry);
      joining[row] = (joining[row] ?? 0) | (1 << slotOf(entry, kind));
    }
    for (let bucket = 0; bucket + 1 < starts.length; bucket += 1) {
      const end = starts[bucket + 1] ?? 0;
      for (let i = starts[bucket] ?? 0; i < end; i += 1) {
        const a = rowOf(entries[i] ?? 0);
        const earlier = (joining[a] ?? 0) & ((1 << slotOf(entries[i] ?? 0, kind)) - 1);
        for (let j = i + 1; j < end; j += 1) {
          const b = rowOf(entries[j] ?? 0);
          if (!isTold(columns, a, earlier, b)) visit(a, b);
        }
      }
    }
  }
}

const kindOfSlot = KEY_KINDS.flatMap((kind) => Array.from({ length: kind.slots }, () => kind));

/** Whether one of the slots of row a that `slots` has as bits joins row b. */
function isTold(columns: FeatureColumns, a: number, slots: number, b: number): boolean {
  for (let rest = slots; rest !== 0; rest &= rest - 1) {
    const slot = 31 - Math.clz32(rest & -rest);
    const kind = kindOfSlot[slot];
    if (kind === undefined) continue;
    const end = kind.firstSlot + kind.slots;
    for (let other = kind.firstSlot; other < end; other += 1)
      if (sameKey(columns, a, slot, b, other)) return true;
  }
  return false;
}
