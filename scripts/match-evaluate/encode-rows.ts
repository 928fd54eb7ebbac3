import { allocateColumns, type FeatureColumns, setRow } from '@pii-vault/lineage/scoring/feature-columns';
import { nameParts } from '@pii-vault/vault/encoding/name-parts';
import { countNames } from '@pii-vault/vault/encoding/name-rarity';
import { recordEncoder } from '@pii-vault/vault/encoding/record-encoder';
import type { EvaluatedRow } from './read-rows.ts';

/** What the vault does for lineage, for all rows under one key of this run. */
export async function encodeRows(rows: readonly EvaluatedRow[], key: Uint8Array): Promise<FeatureColumns> {
  const encode = await recordEncoder(key);
  const names = countNames(rows.map(({ fields }) => nameParts(fields.name ?? '')));
  const columns = allocateColumns(rows.length);
  for (const [at, { fields }] of rows.entries()) setRow(columns, at, encode(fields, names));
  return columns;
}
