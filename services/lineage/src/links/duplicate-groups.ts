import type { Edge, RecordRef } from './edge.ts';

/** Records of one company that edges join, directly or through others. */
export interface DuplicateGroup {
  readonly individualIds: readonly number[];
  readonly companyIds: readonly number[];
  /** Lowest confidence of its edges. */
  readonly similarity: number;
  readonly duplicateFields: readonly string[];
  readonly edgeIds: readonly number[];
}

/** Joins duplicate edges into groups: the connected components (union-find, Tarjan 1975). */
export function groupDuplicates(edges: readonly Edge[]): DuplicateGroup[] {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    let root = key;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    parent.set(key, root);
    return root;
  };
  for (const { lo, hi } of edges) parent.set(find(keyOf(lo)), find(keyOf(hi)));
  const groups = Map.groupBy(edges, ({ lo }) => find(keyOf(lo)));
  return [...groups.values()].map(groupOf).sort((a, b) => b.similarity - a.similarity);
}

/** A pair across companies is a group of its own: across companies nothing is joined through a third. */
export function groupOf(edges: readonly Edge[]): DuplicateGroup {
  const sides = edges.flatMap(({ lo, hi }) => [lo, hi]);
  return {
    individualIds: distinct(sides.map((side) => side.individualId)),
    companyIds: distinct(sides.map((side) => side.companyId)),
    similarity: Math.min(...edges.map((edge) => edge.confidenceScore)),
    duplicateFields: [...new Set(edges.flatMap((edge) => edge.matchingFields))].sort(),
    edgeIds: edges.map((edge) => edge.id),
  };
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

function keyOf({ companyId, individualId }: RecordRef): string {
  return `${companyId}:${individualId}`;
}
