import { type FeatureColumns, KEY_KINDS, KEY_WORDS } from '@pii-vault/lineage/scoring/feature-columns';
import {
  type EncodedRows,
  FILTER_WORDS,
  FILTERS,
  KEY_SLOTS,
  KEY_WORDS as WORDS_OF_KEY,
} from '@pii-vault/vault/encoding/encoded-rows';

const FILTER_ROW = FILTERS.length * FILTER_WORDS;

/** Where lineage keeps the key of each of the vault's slots; undefined for a kind that it does not know. */
const slotOf: ReadonlyArray<number | undefined> = slotsOfLineage();

function slotsOfLineage(): Array<number | undefined> {
  const kinds = new Map<string, (typeof KEY_KINDS)[number]>(KEY_KINDS.map((kind) => [kind.name, kind]));
  const used = new Map<string, number>();
  return KEY_SLOTS.map((name) => {
    const kind = kinds.get(name);
    const before = used.get(name) ?? 0;
    used.set(name, before + 1);
    return kind === undefined || before >= kind.slots ? undefined : kind.firstSlot + before;
  });
}

/** Puts encoded people where lineage keeps them (feature-columns.ts, setRow), without an object for each. */
export function setEncoded(columns: FeatureColumns, firstRow: number, block: EncodedRows): void {
  columns.filters.set(block.filters, firstRow * FILTER_ROW);
  columns.hints.set(block.hints, firstRow);
  for (let at = 0; at < block.count; at += 1) setKeys(columns.keys, firstRow + at, block, at);
}

/** The first 64 bits of each key; lineage reads its words with the highest byte first. */
function setKeys(keys: Uint32Array, row: number, block: EncodedRows, at: number): void {
  for (const [from, slot] of slotOf.entries()) {
    if (slot === undefined) continue;
    const source = (at * KEY_SLOTS.length + from) * WORDS_OF_KEY;
    const target = row * KEY_WORDS + 2 * slot;
    keys[target] = swapped(block.keys[source] ?? 0);
    keys[target + 1] = swapped(block.keys[source + 1] ?? 0);
  }
}

const swapped = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
