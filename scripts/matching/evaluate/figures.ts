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

/** Precision, recall and F1 of found pairs. @param truths the number of the person for each row */
export function pairFigures(truths: Uint32Array, found: ReadonlyArray<Pick<LinkedPair, 'a' | 'b'>>): Figures {
  const right = found.filter(({ a, b }) => truths[a] === truths[b]).length;
  return figuresOf(found.length, right, equalPairs(truths));
}

/** Precision, recall and F1 of all pairs inside entities. */
export function clusterFigures(truths: Uint32Array, entities: Uint32Array): Figures {
  const both = Float64Array.from(truths, (truth, row) => (entities[row] ?? 0) * 2 ** 26 + truth);
  return figuresOf(equalPairs(entities), equalPairs(both), equalPairs(truths));
}

/** Replaces labels by numbers in order of appearance; at most 2^26 labels. */
export function numbersOf(labels: Iterable<string>): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from(labels, (label) => {
    const number = known.get(label) ?? known.size;
    known.set(label, number);
    return number;
  });
}

function figuresOf(pairs: number, right: number, expected: number): Figures {
  const precision = pairs === 0 ? 1 : right / pairs;
  const recall = expected === 0 ? 1 : right / expected;
  const f1 = right === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { pairs, precision, recall, f1 };
}
