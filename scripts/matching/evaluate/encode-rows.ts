import { createSecretKey } from 'node:crypto';
import { allocateColumns, type FeatureColumns } from '@pii-vault/lineage/scoring/feature-columns';
import { clearHotValues } from '@pii-vault/lineage/scoring/key-buckets';
import { packRecord, rowUnpacker } from '@pii-vault/lineage/scoring/packed-record';
import { allocateRows, type EncodedRows, rowBytes } from '@pii-vault/vault/encoding/encoded-rows';
import { recordEncoder } from '@pii-vault/vault/encoding/record-encoder';
import type { EvaluatedRow } from './read-rows.ts';

const CHUNK = 1_000;

/** Encodes rows as the vault does for lineage, with one key for the run. */
export async function encodeRows(rows: readonly EvaluatedRow[], key: Uint8Array): Promise<FeatureColumns> {
  const encoder = recordEncoder(createSecretKey(key));
  const columns = allocateColumns(rows.length);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const encoded = allocateRows(chunk.length);
    for (const [at, { fields }] of chunk.entries()) encoder.encode(fields, encoded, at);
    setEncoded(columns, from, encoded);
  }
  clearHotValues(columns);
  return columns;
}

/** Packs and unpacks encoded people into lineage's feature columns, as the product does. */
export function setEncoded(columns: FeatureColumns, firstRow: number, encoded: EncodedRows): void {
  const unpack = rowUnpacker(columns);
  for (let at = 0; at < encoded.count; at += 1) unpack(firstRow + at, packRecord(rowBytes(encoded, at)));
}
