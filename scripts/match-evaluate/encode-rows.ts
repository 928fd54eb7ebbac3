import { createSecretKey } from 'node:crypto';
import { allocateColumns, type FeatureColumns, setRow } from '@pii-vault/lineage/scoring/feature-columns';
import { clearHotHandles } from '@pii-vault/lineage/scoring/key-buckets';
import {
  allocateRows,
  DATE_WHOLE,
  type EncodedRows,
  FILTER_WORDS,
  FILTERS,
  HANDLE_TYPES,
  hasHint,
  KEY_SLOTS,
  keyAt,
  NAME_FULL,
} from '@pii-vault/vault/encoding/encoded-rows';
import { recordEncoder } from '@pii-vault/vault/encoding/record-encoder';
import type { EvaluatedRow } from './read-rows.ts';

const CHUNK = 1_000;

/** What the vault does for lineage, for all rows under one key of this run. */
export async function encodeRows(rows: readonly EvaluatedRow[], key: Uint8Array): Promise<FeatureColumns> {
  const encoder = recordEncoder(createSecretKey(key));
  const columns = allocateColumns(rows.length);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const encoded = allocateRows(chunk.length);
    for (const [at, { fields }] of chunk.entries()) {
      encoder.encode(fields, encoded, at);
      setRow(columns, from + at, featuresAt(encoded, at));
    }
  }
  clearHotHandles(columns);
  return columns;
}

/** A row as lineage takes it from the vault. */
export function featuresAt(encoded: EncodedRows, row: number) {
  const filterAt = (filter: (typeof FILTERS)[number]) => {
    const from = (row * FILTERS.length + FILTERS.indexOf(filter)) * FILTER_WORDS;
    return encoded.filters.subarray(from, from + FILTER_WORDS);
  };
  return {
    handles: HANDLE_TYPES.map((_, slot) => keyAt(encoded, row, slot)),
    tokens: KEY_SLOTS.flatMap((kind, slot) => {
      const token = slot < HANDLE_TYPES.length ? undefined : keyAt(encoded, row, slot);
      return token === undefined ? [] : [{ kind, token }];
    }),
    name: filterAt('name'),
    address: filterAt('address'),
    dob: filterAt('dob'),
    isNameFull: hasHint(encoded, row, NAME_FULL),
    isDateWhole: hasHint(encoded, row, DATE_WHOLE),
  };
}
