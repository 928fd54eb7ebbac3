import type { LinkedPair } from '@pii-vault/lineage/scoring/link-in-bulk';

export interface Figures {
  readonly pairs: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const pairsOf = (size: number): number => (size * (size - 1)) / 2;

/** Number of pairs of equal labels. */
function equalPairs(labels: Iterable<string | number>): number {
  const sizes = new Map<string | number, number>();
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
  return sizes.values().reduce((sum, size) => sum + pairsOf(size), 0);
}

/** Of found pairs against all pairs of equal truth. */
export function pairFigures(truths: readonly string[], found: readonly LinkedPair[]): Figures {
  const right = found.filter(({ a, b }) => truths[a] === truths[b]).length;
  return figuresOf(found.length, right, equalPairs(truths));
}

/** Of the pairs that lie together in an entity, over all entities. */
export function clusterFigures(truths: readonly string[], entities: Uint32Array): Figures {
  const right = equalPairs(truths.map((truth, row) => `${entities[row]}|${truth}`));
  return figuresOf(equalPairs(entities), right, equalPairs(truths));
}

function figuresOf(pairs: number, right: number, expected: number): Figures {
  const precision = pairs === 0 ? 1 : right / pairs;
  const recall = expected === 0 ? 1 : right / expected;
  const f1 = right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { pairs, precision, recall, f1 };
}
