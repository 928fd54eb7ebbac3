import { popcount } from '@pii-vault/lineage/scoring/feature-columns';

/** Parameters of the filters that the attacker knows: all but the key. */
export interface FilterParameters {
  readonly bits: number;
  /** Bits per gram. */
  readonly hashes: number;
  /** Share of a gram's bits that are set if the gram occurs: 1, less if filters are folded. */
  readonly kept: number;
}

interface FoundGram {
  readonly gram: string;
  readonly rows: Uint32Array;
}

/** Number of grams to search for, the most common first. */
const GRAMS = 40;
/** Maximum deviation of a frequency, in multiples of the sampling error. */
const TOLERANCE = 4;

/**
 * A dictionary attack on filters whose key is unknown, by pattern mining: positions that are set together belong to one
 * gram. Its frequency, alone and with grams found before, identifies the gram among those of the
 * population's names (Christen, Vidanage, Ranbaduge and Schnell, "Pattern-Mining Based Cryptanalysis of
 * Bloom Filters for Privacy-Preserving Record Linkage", PAKDD 2018). Then each filter gets the name whose found grams
 * are nearest to the filter's; of two equally near names, the more common one.
 * @returns a name for each filter, or undefined if no gram was found in it
 */
export function filterAttack(
  filters: readonly Uint32Array[],
  names: ReadonlyMap<string, number>,
  gramsOf: (name: string) => Iterable<string>,
  making: FilterParameters,
): Array<string | undefined> {
  const population = [...names].map(([name, count]) => ({ name, count, grams: new Set(gramsOf(name)) }));
  const found = findGrams(filters, population, making);
  if (found.length === 0) return filters.map(() => undefined);
  const nameOf = new Map<string, { name: string; count: number }>();
  for (const { name, count, grams } of population) {
    const signature = found.map(({ gram }) => Number(grams.has(gram))).join('');
    if (count > (nameOf.get(signature)?.count ?? 0)) nameOf.set(signature, { name, count });
  }
  return filters.map((_, row) => {
    const signature = found.map(({ rows }) => ((rows[row >>> 5] ?? 0) >>> (row & 31)) & 1).join('');
    return signature.includes('1') ? nameOf.get(signature)?.name : undefined;
  });
}

type Known = ReadonlyArray<{ readonly count: number; readonly grams: ReadonlySet<string> }>;

function findGrams(
  filters: readonly Uint32Array[],
  population: Known,
  making: FilterParameters,
): FoundGram[] {
  const clusters = positionClusters(filters, making);
  const total = population.reduce((sum, { count }) => sum + count, 0);
  const shareOf = (known: Known) => known.reduce((sum, { count }) => sum + count, 0) / total;
  const found: FoundGram[] = [];
  for (const gram of commonGrams(population)) {
    const holders = population.filter(({ grams }) => grams.has(gram));
    const share = shareOf(holders);
    const shares = found.map((other) => shareOf(holders.filter(({ grams }) => grams.has(other.gram))));
    const isNear = (expected: number, seen: number) =>
      Math.abs(expected - seen) <=
      TOLERANCE * Math.sqrt((expected * (1 - expected) + 1e-4) / filters.length) + 0.002;
    const fitting = clusters.filter(
      (rows) =>
        isNear(share, countOf(rows) / filters.length) &&
        found.every((other) => other.rows !== rows) &&
        found.every((other, at) => isNear(shares[at] ?? 0, countBoth(rows, other.rows) / filters.length)),
    );
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) found.push({ gram, rows: only });
  }
  return found;
}

function commonGrams(population: Known): string[] {
  const counts = new Map<string, number>();
  for (const { grams, count } of population)
    for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + count);
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, GRAMS)
    .map(([gram]) => gram);
}

/** For each set of correlated positions, the rows that have (nearly) all of them; each such set of rows once. */
function positionClusters(
  filters: readonly Uint32Array[],
  { bits, hashes, kept }: FilterParameters,
): Uint32Array[] {
  const columns = bitColumns(filters, bits);
  const sizes = columns.map(countOf);
  const clusters = new Map<string, Uint32Array>();
  for (const [position, column] of columns.entries()) {
    const size = sizes[position] ?? 0;
    if (size === 0) continue;
    const together = columns
      .map((other, at) => ({
        at,
        both: likeness(countBoth(column, other), size, sizes[at] ?? 0, filters.length),
      }))
      .sort((x, y) => y.both - x.both || x.at - y.at)
      .slice(0, hashes)
      .map(({ at }) => at)
      .sort((x, y) => x - y);
    const key = together.join();
    if (!together.includes(position) || clusters.has(key)) continue;
    clusters.set(
      key,
      rowsWith(
        together.map((at) => columns[at] ?? column),
        Math.ceil(together.length * kept),
      ),
    );
  }
  return [...clusters.values()];
}

/** Correlation (phi) of two bit columns, from the numbers of rows with both, with the one, with the other. */
function likeness(both: number, one: number, other: number, rows: number): number {
  const spread = Math.sqrt(one * (rows - one) * other * (rows - other));
  return spread === 0 ? 0 : (rows * both - one * other) / spread;
}

/** Rows with at least `least` of the columns' bits. */
function rowsWith(columns: readonly Uint32Array[], least: number): Uint32Array {
  const [first = new Uint32Array()] = columns;
  return first.map((_, word) => {
    let rows = 0;
    for (let bit = 0; bit < 32; bit += 1) {
      const set = columns.reduce((sum, column) => sum + (((column[word] ?? 0) >>> bit) & 1), 0);
      if (set >= least) rows |= 1 << bit;
    }
    return rows;
  });
}

/** Transposes filters (rows of bits): for each position, the rows that have it set. */
function bitColumns(filters: readonly Uint32Array[], bits: number): Uint32Array[] {
  const words = Math.ceil(filters.length / 32);
  const columns = Array.from({ length: bits }, () => new Uint32Array(words));
  for (const [row, filter] of filters.entries())
    for (const [word, set] of filter.entries())
      for (let rest = set; rest !== 0; rest &= rest - 1) {
        const column = columns[word * 32 + 31 - Math.clz32(rest & -rest)];
        if (column !== undefined) column[row >>> 5] = (column[row >>> 5] ?? 0) | (1 << (row & 31));
      }
  return columns;
}

function countOf(column: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < column.length; word += 1) count += popcount(column[word] ?? 0);
  return count;
}

function countBoth(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < one.length; word += 1) count += popcount((one[word] ?? 0) & (other[word] ?? 0));
  return count;
}
