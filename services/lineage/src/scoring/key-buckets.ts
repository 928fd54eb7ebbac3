import {
  type FeatureColumns,
  HANDLE_FIELDS,
  hasKey,
  KEY_KINDS,
  KEY_WORDS,
  type KeyKind,
  sameKey,
} from './feature-columns.ts';

/**
 * Entries (row and slot) that hold the same key, buckets of 2 entries to the kind's cap only: bucket b lies from starts[b] to
 * starts[b + 1], ascending by row. `hot` are the entries of larger buckets, ascending by row.
 */
export interface Buckets {
  readonly entries: Uint32Array;
  readonly starts: Uint32Array;
  readonly hot: Uint32Array;
}

// A kind has at most four slots: two bits.
const entryOf = (row: number, offset: number): number => row * 4 + offset;
export const rowOf = (entry: number): number => entry >>> 2;
export const slotOf = (entry: number, kind: KeyKind): number => kind.firstSlot + (entry & 3);

/** Groups the rows' keys of a kind: hashing with open addressing on the key's own words, which are random. */
export function bucketsOf(columns: FeatureColumns, kind: KeyKind): Buckets {
  const bucketOf = new Int32Array(columns.count * kind.slots).fill(-1);
  const sizes = numberBuckets(columns, kind, bucketOf);
  const positions = new Int32Array(sizes.length).fill(-1);
  const starts: number[] = [];
  let end = 0;
  let hotEntries = 0;
  for (const [bucket, size] of sizes.entries())
    if (size > kind.cap) hotEntries += size;
    else if (size > 1) {
      positions[bucket] = end;
      starts.push(end);
      end += size;
    }
  starts.push(end);
  const entries = new Uint32Array(end);
  const hot = new Uint32Array(hotEntries);
  let hotAt = 0;
  for (let at = 0; at < bucketOf.length; at += 1) {
    const bucket = bucketOf[at] ?? -1;
    if (bucket < 0) continue;
    const entry = entryOf(Math.floor(at / kind.slots), at % kind.slots);
    const position = positions[bucket] ?? -1;
    if (position >= 0) {
      entries[position] = entry;
      positions[bucket] = position + 1;
    } else if ((sizes[bucket] ?? 0) > kind.cap) {
      hot[hotAt] = entry;
      hotAt += 1;
    }
  }
  return { entries, starts: Uint32Array.from(starts), hot };
}

/**
 * Forgets identifiers that more records have than their kind's cap: a phone of a shop says as little of its customers
 * as no phone does. To be done before rows are compared, scored or trained on.
 */
export function clearHotHandles(columns: FeatureColumns): void {
  for (const kind of HANDLE_KINDS) clearHot(columns, kind, bucketsOf(columns, kind));
}

/** Does it for one kind of identifier whose buckets are known. */
export function clearHot({ keys }: FeatureColumns, kind: KeyKind, { hot }: Pick<Buckets, 'hot'>): void {
  for (const entry of hot) {
    const at = rowOf(entry) * KEY_WORDS + 2 * slotOf(entry, kind);
    keys.fill(0, at, at + 2);
  }
}

const HANDLE_KINDS = KEY_KINDS.slice(0, HANDLE_FIELDS.length);
export const isHandleKind = (kind: KeyKind): boolean => HANDLE_KINDS.includes(kind);

/** Numbers the distinct keys in order of appearance into `bucketOf` and answers how many entries each has. */
function numberBuckets(columns: FeatureColumns, kind: KeyKind, bucketOf: Int32Array): Uint32Array {
  const mask = 2 ** Math.ceil(Math.log2(2 * bucketOf.length + 2)) - 1;
  // The place in bucketOf that first had the key, plus one.
  const table = new Int32Array(mask + 1);
  const sizes = new Uint32Array(bucketOf.length);
  let buckets = 0;
  for (let at = 0; at < bucketOf.length; at += 1) {
    const row = Math.floor(at / kind.slots);
    const slot = kind.firstSlot + (at % kind.slots);
    if (!hasKey(columns, row, slot)) continue;
    const place = findPlace(columns, kind, table, row, slot);
    const first = (table[place] ?? 0) - 1;
    if (first < 0) {
      table[place] = at + 1;
      bucketOf[at] = buckets;
      buckets += 1;
    } else bucketOf[at] = bucketOf[first] ?? 0;
    const bucket = bucketOf[at] ?? 0;
    sizes[bucket] = (sizes[bucket] ?? 0) + 1;
  }
  return sizes.subarray(0, buckets);
}

/** Where in the table the key is, or would be. */
function findPlace(
  columns: FeatureColumns,
  kind: KeyKind,
  table: Int32Array,
  row: number,
  slot: number,
): number {
  const mask = table.length - 1;
  let place = (columns.keys[row * KEY_WORDS + 2 * slot] ?? 0) & mask;
  for (;;) {
    const first = (table[place] ?? 0) - 1;
    if (first < 0) return place;
    const firstSlot = kind.firstSlot + (first % kind.slots);
    if (sameKey(columns, Math.floor(first / kind.slots), firstSlot, row, slot)) return place;
    place = (place + 1) & mask;
  }
}
