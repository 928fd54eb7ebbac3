import { levelsOfPattern } from './comparison-levels.ts';
import { sharesPersonalId } from './decide.ts';
import { type FeatureColumns, hasKey, sameKey } from './feature-columns.ts';
import type { LinkedPair } from './link-in-bulk.ts';

/** An entity of more records is a mistake more often than a person. */
export const LARGEST_ENTITY = 25;

const AADHAAR = 0;
const PAN = 1;

/**
 * Entities from edges (the product gives it verified ones only): union-find with path halving (Tarjan and van Leeuwen, JACM 31:2, 1984), strongest edge
 * first, ties by row, so that the order in which edges come does not matter. Two entities are not merged when
 * they hold different Aadhaar or PAN, when the result had more than 25 records, or when both have more than one record
 * and a single edge without a personal identifier is all that joins them.
 * @returns for each row the lowest row of its entity
 */
export function clusterRecords(columns: FeatureColumns, pairs: readonly LinkedPair[]): Uint32Array {
  const parents = Uint32Array.from({ length: columns.count }, (_, row) => row);
  const members = new Map<number, number[]>();
  const waiting = new Map<string, LinkedPair>();
  const rootOf = (row: number): number => {
    let at = row;
    while (parents[at] !== at) {
      const parent = parents[at] ?? at;
      parents[at] = parents[parent] ?? parent;
      at = parents[at] ?? at;
    }
    return at;
  };
  const membersOf = (root: number) => members.get(root) ?? [root];
  for (const pair of strongestFirst(pairs)) {
    const [low, high] = [rootOf(pair.a), rootOf(pair.b)].sort((x, y) => x - y);
    if (low === undefined || high === undefined || low === high) continue;
    const [ours, theirs] = [membersOf(low), membersOf(high)];
    if (ours.length + theirs.length > LARGEST_ENTITY || conflicts(columns, ours, theirs)) continue;
    if (ours.length > 1 && theirs.length > 1 && !sharesPersonalId(levelsOfPattern(pair.pattern))) {
      const between = `${low}:${high}`;
      if (!waiting.has(between)) {
        waiting.set(between, pair);
        continue;
      }
    }
    parents[high] = low;
    members.set(low, [...ours, ...theirs]);
    members.delete(high);
  }
  return parents.map((_, row) => rootOf(row));
}

const strongestFirst = (pairs: readonly LinkedPair[]): LinkedPair[] =>
  pairs.toSorted((x, y) => y.probability - x.probability || x.a - y.a || x.b - y.b);

function conflicts(columns: FeatureColumns, ours: readonly number[], theirs: readonly number[]): boolean {
  return [AADHAAR, PAN].some((kind) => {
    const one = ours.find((row) => hasKey(columns, row, kind));
    const other = theirs.find((row) => hasKey(columns, row, kind));
    return one !== undefined && other !== undefined && !sameKey(columns, one, kind, other, kind);
  });
}
