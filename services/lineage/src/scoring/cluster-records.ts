import { levelsOfPattern, NAME_INITIALS } from './comparison-levels.ts';
import { sharesPersonalId } from './decide.ts';
import { bothHave, type FeatureColumns, hasKey, NAME_FULL, sameKey } from './feature-columns.ts';
import type { LinkedPair } from './link-in-bulk.ts';
import { nameAgreement } from './name-agreement.ts';

/** An entity of more records is more likely a mistake than a person. */
export const LARGEST_ENTITY = 25;

const AADHAAR = 0;
const PAN = 1;

type Rows = readonly [number, number];

/** Reviewers' decisions, as pairs of rows. */
export interface Pins {
  /** Joined for any identifiers and size, unless that would join a separated pair. */
  readonly together: readonly Rows[];
  /** Never in one entity. */
  readonly apart: readonly Rows[];
}

const NO_PINS: Pins = { together: [], apart: [] };

/**
 * Entities from edges (the product passes verified ones only): union-find with path halving (Tarjan and van Leeuwen,
 * JACM 31:2, 1984). Pairs that a reviewer joined come first, then the strongest edges, ties by row, so the order of the
 * input does not matter. Two entities are not merged when they have different Aadhaar or PAN or a separated pair, when
 * the result would have more than 25 records, when initials would join two different full names (R. Kumar those of
 * Ramesh and of Rakesh), or when both have more than one record and only one edge without a personal identifier joins
 * them. Rows that no edge or pin joins do not affect each other.
 * @returns for each row the lowest row of its entity
 */
export function clusterRecords(
  columns: FeatureColumns,
  pairs: readonly LinkedPair[],
  { together, apart }: Pins = NO_PINS,
): Uint32Array {
  const entities = entitiesOf(columns.count, apart);
  for (const [a, b] of lowestFirst(together)) entities.merge(a, b, () => true);
  const waiting = new Set<string>();
  for (const pair of strongestFirst(pairs))
    entities.merge(pair.a, pair.b, (ours, theirs) => {
      if (ours.length + theirs.length > LARGEST_ENTITY || conflicts(columns, ours, theirs)) return false;
      const levels = levelsOfPattern(pair.pattern);
      if (sharesPersonalId(levels)) return true;
      if (levels[0] === NAME_INITIALS && haveOtherNames(columns, ours, theirs)) return false;
      if (ours.length === 1 || theirs.length === 1) return true;
      const between = `${ours[0]}:${theirs[0]}`;
      if (waiting.has(between)) return true;
      waiting.add(between);
      return false;
    });
  return entities.roots();
}

/** Groups of rows that grow by merging; none ever contains a separated pair. */
function entitiesOf(count: number, apart: readonly Rows[]) {
  const parents = Uint32Array.from({ length: count }, (_, row) => row);
  const members = new Map<number, readonly number[]>();
  const foes = Map.groupBy(
    apart.flatMap(([a, b]): Rows[] => [
      [a, b],
      [b, a],
    ]),
    ([row]) => row,
  );
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
  const areFoes = (ours: readonly number[], root: number) =>
    ours.some((row) => foes.get(row)?.some(([, foe]) => rootOf(foe) === root));
  return {
    /**
     * Merges the groups of two rows if `allows` permits it. It gets the members of both, the lowest row's group first.
     */
    merge(a: number, b: number, allows: (ours: readonly number[], theirs: readonly number[]) => boolean) {
      const low = Math.min(rootOf(a), rootOf(b));
      const high = Math.max(rootOf(a), rootOf(b));
      const [ours, theirs] = [membersOf(low), membersOf(high)];
      if (low === high || areFoes(ours, high) || !allows(ours, theirs)) return;
      parents[high] = low;
      members.set(low, [...ours, ...theirs]);
      members.delete(high);
    },
    roots: () => parents.map((_, row) => rootOf(row)),
  };
}

const strongestFirst = (pairs: readonly LinkedPair[]): LinkedPair[] =>
  pairs.toSorted((x, y) => y.probability - x.probability || x.a - y.a || x.b - y.b);

const lowestFirst = (pairs: readonly Rows[]): Rows[] =>
  pairs.map(([a, b]): Rows => [Math.min(a, b), Math.max(a, b)]).sort(([a, b], [c, d]) => a - c || b - d);

/** Whether two full names of different groups do not agree. */
const haveOtherNames = (
  columns: FeatureColumns,
  ours: readonly number[],
  theirs: readonly number[],
): boolean =>
  ours.some((one) =>
    theirs.some(
      (other) => bothHave(columns, one, other, NAME_FULL) && nameAgreement(columns, one, other) === 'none',
    ),
  );

function conflicts(columns: FeatureColumns, ours: readonly number[], theirs: readonly number[]): boolean {
  return [AADHAAR, PAN].some((kind) => {
    const one = ours.find((row) => hasKey(columns, row, kind));
    const other = theirs.find((row) => hasKey(columns, row, kind));
    return one !== undefined && other !== undefined && !sameKey(columns, one, kind, other, kind);
  });
}
