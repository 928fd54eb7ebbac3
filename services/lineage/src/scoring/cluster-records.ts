import { levelsOfPattern, NAME_INITIALS } from './comparison-levels.ts';
import { sharesPersonalId } from './decide.ts';
import { bothHave, type FeatureColumns, hasKey, NAME_FULL, sameKey } from './feature-columns.ts';
import type { LinkedPair } from './link-in-bulk.ts';
import { nameAgreement } from './name-agreement.ts';

/** An entity of more records is a mistake more often than a person. */
export const LARGEST_ENTITY = 25;

const AADHAAR = 0;
const PAN = 1;

type Rows = readonly [number, number];

/** What reviewers decided, as pairs of rows. */
export interface Pins {
  /** One entity, whatever identifiers and size say, unless that would join a pair that is to stay apart. */
  readonly together: readonly Rows[];
  /** Never in one entity. */
  readonly apart: readonly Rows[];
}

const NO_PINS: Pins = { together: [], apart: [] };

/**
 * Entities from edges (the product gives it verified ones only): union-find with path halving (Tarjan and van Leeuwen,
 * JACM 31:2, 1984), pairs that a reviewer joined first, then strongest edge first, ties by row, so that the order in
 * which edges come does not matter. Two entities are not merged when they hold different Aadhaar or PAN or a pair kept
 * apart, when the result had more than 25 records, when initials would join two names that are written out (R. Kumar
 * those of Ramesh and of Rakesh), or when both have more than one record and a single edge without a personal
 * identifier is all that joins them. Rows that no edge or pin joins do not touch each other's result.
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

/** Groups of rows that grow by merging; none ever holds a pair that is to stay apart. */
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
    /** Merges the groups of two rows if `allows` it, which sees the members of each, the lowest row's group first. */
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

/** Whether some of one group and of the other have names that are written out and do not agree. */
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
