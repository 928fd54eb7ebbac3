import { expect, it } from 'vitest';
import { allocateColumns, type FeatureColumns, KEY_KINDS, KEY_WORDS } from './feature-columns.ts';
import { bucketRoom, bucketsOf, rowOf, slotOf } from './key-buckets.ts';
import { seededNumbers } from './pattern-counts.ts';

/** Number of keys that need several partitions. */
const ROWS = 30_000;
const WORDS = 2_000;

/** Keys of which eight share a low word; one in eighty is the same hot one. */
function crowd(): FeatureColumns {
  const next = seededNumbers(5);
  const columns = allocateColumns(ROWS);
  for (let at = 0; at < columns.keys.length; at += 2) {
    if (next() < 0.5) continue;
    const isHot = next() < 1 / 80;
    columns.keys[at] = isHot ? 1 : Math.imul(1 + Math.floor(next() * WORDS), 2_654_435_761);
    columns.keys[at + 1] = isHot ? 0 : Math.imul(Math.floor(next() * 8), 2_246_822_519);
  }
  return columns;
}

/** Entries of one kind by key, named by its words. */
function groups({ keys }: FeatureColumns, kind: (typeof KEY_KINDS)[number]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let row = 0; row < ROWS; row += 1)
    for (let slot = kind.firstSlot; slot < kind.firstSlot + kind.slots; slot += 1) {
      const at = row * KEY_WORDS + 2 * slot;
      if (keys[at] === 0 && keys[at + 1] === 0) continue;
      const key = `${keys[at]}/${keys[at + 1]}`;
      found.set(key, [...(found.get(key) ?? []), `${row}/${slot}`]);
    }
  return found;
}

it('groups like a map of texts, in order of first entries, reusing its memory for all kinds', () => {
  const columns = crowd();
  const room = bucketRoom(ROWS);
  let hotEntries = 0;
  for (const kind of KEY_KINDS) {
    const named = (entry: number) => `${rowOf(entry)}/${slotOf(entry, kind)}`;
    const { entries, starts, hot } = bucketsOf(columns, kind, room);
    const found = Array.from(starts.subarray(1), (end, at) =>
      [...entries.subarray(starts[at], end)].map(named),
    );
    const expected = [...groups(columns, kind).values()];
    expect(found).toEqual(expected.filter(({ length }) => length > 1 && length <= kind.cap));
    const crowded = new Set(expected.filter(({ length }) => length > kind.cap).flat());
    expect(new Set([...hot].map(named))).toEqual(crowded);
    expect(hot.toSorted()).toEqual(hot);
    hotEntries += hot.length;
  }
  expect(hotEntries).toBeGreaterThan(1_000);
});
