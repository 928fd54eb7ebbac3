import { popcount } from '@pii-vault/lineage/scoring/feature-columns';

/** Transposes filters (rows of bits): for each position, the rows that have it set. */
export function bitColumns(filters: readonly Uint32Array[], bits: number): Uint32Array[] {
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

export function countOf(column: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < column.length; word += 1) count += popcount(column[word] ?? 0);
  return count;
}

export function countBoth(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < one.length; word += 1) count += popcount((one[word] ?? 0) & (other[word] ?? 0));
  return count;
}
