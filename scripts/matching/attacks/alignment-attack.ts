import { popcount } from '@pii-vault/lineage/scoring/feature-columns';

/** Similarities between distinct encodings or names; each distinct one is a node. */
export interface SimilarityGraph {
  readonly count: number;
  /** Dice coefficients, count × count. */
  readonly similarities: Float32Array;
  /** Share of people per node. */
  readonly shares: Float32Array;
}

/** @param filters of different names @param counts how many people have each */
export function similarityGraph(filters: readonly Uint32Array[], counts: readonly number[]): SimilarityGraph {
  const count = filters.length;
  const similarities = new Float32Array(count * count);
  const weights = filters.map((filter) => filter.reduce((sum, word) => sum + popcount(word), 0));
  for (const [a, one] of filters.entries())
    for (let b = a + 1; b < count; b += 1) {
      const other = filters[b] ?? one;
      let common = 0;
      for (let word = 0; word < one.length; word += 1)
        common += popcount((one[word] ?? 0) & (other[word] ?? 0));
      const dice = (2 * common) / Math.max(1, (weights[a] ?? 0) + (weights[b] ?? 0));
      similarities[a * count + b] = dice;
      similarities[b * count + a] = dice;
    }
  const people = counts.reduce((sum, some) => sum + some, 0);
  return { count, similarities, shares: Float32Array.from(counts, (some) => some / people) };
}

/** Ranks of neighbours whose similarities form the feature vector of a node. */
const RANKS = [0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 26, 32, 40, 50, 64, 90, 128, 180, 256, 360, 512];
const ROUNDS = 8;
const MOST_LANDMARKS = 160;

/**
 * Aligns a graph of encodings whose key is unknown with the graph of names that the attacker has: similarities survive
 * any key. First, nodes are compared by frequency and by their neighbours' similarities (Vidanage, Christen, Ranbaduge
 * and
 * Schnell, "A Graph Matching Attack on Privacy-Preserving Record Linkage", CIKM 2020); then, repeatedly, by their
 * similarities to a growing set of the most certain matches (after Culnane, Rubinstein and
 * Teague, "Vulnerabilities in the use of similarity tables in combination with pseudonymisation", 2017).
 * @returns for each node of `stolen` a node of `known`, or -1 if the two are not mutually nearest
 */
export function alignmentAttack(stolen: SimilarityGraph, known: SimilarityGraph): Int32Array {
  let found = mutualNearest(profiles(stolen), profiles(known));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const share = round / (ROUNDS + 2);
    const sure = found.pairs.slice(0, Math.max(8, Math.floor(found.pairs.length * share)));
    const step = Math.max(1, sure.length / MOST_LANDMARKS);
    const landmarks = sure.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
    found = mutualNearest(
      towards(
        stolen,
        landmarks.map(([one]) => one),
      ),
      towards(
        known,
        landmarks.map(([, other]) => other),
      ),
    );
  }
  return found.nearest;
}

interface Vectors {
  readonly size: number;
  readonly values: Float32Array;
}

function profiles({ count, similarities, shares }: SimilarityGraph): Vectors {
  const size = RANKS.length + 1;
  const values = new Float32Array(count * size);
  for (let node = 0; node < count; node += 1) {
    const sorted = similarities.slice(node * count, (node + 1) * count).sort();
    for (const [at, rank] of RANKS.entries()) {
      // Scales ranks to the size of the graph.
      values[node * size + at] = sorted[count - 1 - Math.min(rank, count - 1)] ?? 0;
    }
    values[node * size + RANKS.length] = 0.1 * Math.log(shares[node] ?? 1);
  }
  return { size, values };
}

function towards({ count, similarities }: SimilarityGraph, landmarks: readonly number[]): Vectors {
  const size = landmarks.length;
  const values = new Float32Array(count * size);
  for (let node = 0; node < count; node += 1)
    for (const [at, landmark] of landmarks.entries())
      values[node * size + at] = similarities[node * count + landmark] ?? 0;
  return { size, values };
}

/** Pairs of mutually nearest vectors, the most certain first. */
function mutualNearest(ours: Vectors, theirs: Vectors) {
  const forth = nearestOf(ours, theirs);
  const back = nearestOf(theirs, ours);
  const nearest = forth.nearest.map((other, one) => (back.nearest[other] === one ? other : -1));
  const pairs = [...nearest.entries()]
    .filter(([, other]) => other >= 0)
    .sort(([a], [b]) => (forth.doubts[a] ?? 1) - (forth.doubts[b] ?? 1) || a - b);
  return { nearest, pairs };
}

/** The nearest vector for each vector, and its margin to the second nearest, 0 to 1. */
function nearestOf({ size, values }: Vectors, others: Vectors) {
  const count = values.length / size;
  const nearest = new Int32Array(count);
  const doubts = new Float32Array(count);
  for (let one = 0; one < count; one += 1) {
    let [best, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let other = 0; other * size < others.values.length; other += 1) {
      let distance = 0;
      for (let at = 0; at < size && distance < second; at += 1) {
        const off = (values[one * size + at] ?? 0) - (others.values[other * size + at] ?? 0);
        distance += off * off;
      }
      if (distance < best) {
        [best, second] = [distance, best];
        nearest[one] = other;
      } else second = Math.min(second, distance);
    }
    doubts[one] = best / (second + 1e-9);
  }
  return { nearest, doubts };
}
