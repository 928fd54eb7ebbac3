/** Ids from `low` to `high`, both included. */
export interface IdRange {
  readonly low: number;
  readonly high: number;
}

/**
 * Every id of at most `longest` digits whose decimal text contains `digits`, as ranges that an index can be asked for:
 * for each text before them, which does not begin with 0, one range for each number of digits after them. Ranges of one
 * search may overlap. There are about 10 ** (longest - digits.length) of them.
 */
export function rangesContaining(digits: string, longest: number): IdRange[] {
  const ranges: IdRange[] = [];
  for (let before = 0; before <= longest - digits.length; before += 1) {
    if (before === 0 && digits.startsWith('0')) continue;
    const [first, last] = before === 0 ? [0, 0] : [10 ** (before - 1), 10 ** before - 1];
    for (let head = first; head <= last; head += 1) {
      const found = Number(before === 0 ? digits : `${head}${digits}`);
      for (let after = 0; after <= longest - digits.length - before; after += 1) {
        const low = found * 10 ** after;
        ranges.push({ low, high: low + 10 ** after - 1 });
      }
    }
  }
  return ranges;
}

/** The same ids in ascending ranges of which none touches another. */
export function disjointRanges(ranges: readonly IdRange[]): IdRange[] {
  const merged: { low: number; high: number }[] = [];
  for (const { low, high } of ranges.toSorted((a, b) => a.low - b.low)) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last.high + 1) last.high = Math.max(last.high, high);
    else merged.push({ low, high });
  }
  return merged;
}
