import { clusterRecords } from '@pii-vault/lineage/scoring/cluster-records';
import { KEY_WORDS } from '@pii-vault/lineage/scoring/feature-columns';
import { clusterFigures } from './figures.ts';
import type { FoundPair } from './placed-rows.ts';

/**
 * F1 of the groups that pairs form, over all files. Unlike the product inside a company, different identifiers do not
 * separate groups, because identifiers of two companies cannot be compared.
 */
export function entityF1(truths: Uint32Array, pairs: readonly FoundPair[]): number {
  const columns = {
    count: truths.length,
    keys: new Uint32Array(truths.length * KEY_WORDS),
    filters: new Uint32Array(),
    weights: new Uint16Array(),
    hints: new Uint8Array(),
    codes: new Uint32Array(),
  };
  return clusterFigures(truths, clusterRecords(columns, pairs)).f1;
}
