import { levelsOfPattern, PATTERNS } from './comparison-levels.ts';
import { HANDLE_FIELDS, KEY_KINDS, type KeyKind } from './feature-columns.ts';
import { aloneAt, type CandidateCounts } from './pattern-counts.ts';

/** A kind is insufficient if less than one in this many pairs that share only one of its keys is a link. */
const PAIRS_PER_LINK = 5_000;
/** Prior number of links per kind, so that few pairs hardly count. */
const EXPECTED = 5;
/**
 * Share of all links that may be lost. Its effect on accuracy and number of pairs: scripts/matching/evaluate/README.md.
 */
const MOST_LOST = 0.003;

interface Kind {
  readonly kind: number;
  readonly pairs: number;
  readonly links: number;
}

/**
 * Kinds of keys of which one alone is no reason to compare two records. In a large space most pairs share only a word
 * of the name in one year or one place; almost none is a link, and each costs as much as any other. A small space has
 * no such kind. Learnt with the model, so that the same rule holds for all records of a space, in bulk and one by one
 * (Michelson and Knoblock, "Learning Blocking Schemes for Record Linkage", AAAI 2006).
 * @param isMatch probability that a pair of these levels is of one person
 */
export function lowYieldKinds(
  { all, alone }: CandidateCounts,
  isMatch: (levels: readonly number[]) => number,
): Array<KeyKind['name']> {
  const linkShares = linksOf(isMatch);
  let links = 0;
  for (const [pattern, count] of all.entries()) if (count > 0) links += count * linkShares(pattern);
  const kinds = KEY_KINDS.map((_, kind): Kind => ({ kind, ...countsOf(kind, alone, linkShares) }))
    .slice(HANDLE_FIELDS.length)
    .filter((one) => (one.links + EXPECTED) * PAIRS_PER_LINK < one.pairs)
    .sort((a, b) => a.links / a.pairs - b.links / b.pairs || a.kind - b.kind);
  let lost = 0;
  return kinds.flatMap(({ kind, links: own }) => {
    const name = KEY_KINDS[kind]?.name;
    if (name === undefined || lost + own > MOST_LOST * links) return [];
    lost += own;
    return [name];
  });
}

/** How much a pair of a pattern counts as a link: 0 below even odds. */
function linksOf(isMatch: (levels: readonly number[]) => number): (pattern: number) => number {
  const known = new Map<number, number>();
  return (pattern) => {
    const found = known.get(pattern);
    if (found !== undefined) return found;
    const probability = isMatch(levelsOfPattern(pattern));
    const share = probability < 0.5 ? 0 : probability;
    known.set(pattern, share);
    return share;
  };
}

function countsOf(kind: number, alone: CandidateCounts['alone'], linkShares: (pattern: number) => number) {
  let [pairs, links] = [0, 0];
  for (const [place, count] of alone) {
    if (Math.floor(place / PATTERNS) !== kind) continue;
    pairs += count;
    links += count * linkShares(place % PATTERNS);
  }
  return { pairs, links };
}

/** The candidates that remain when one key of these kinds alone is no reason. */
export function withoutInsufficientKeys(
  { all, alone }: CandidateCounts,
  neverAlone: ReadonlyArray<KeyKind['name']>,
): Uint32Array {
  const left = all.slice();
  for (const [kind, { name }] of KEY_KINDS.entries()) {
    if (!neverAlone.includes(name)) continue;
    for (let pattern = 0; pattern < PATTERNS; pattern += 1)
      left[pattern] = (left[pattern] ?? 0) - (alone.get(aloneAt(kind, pattern)) ?? 0);
  }
  return left;
}
