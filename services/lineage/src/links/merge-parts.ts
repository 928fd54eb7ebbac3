/** A part of a list, and the last row of it that was read. */
export interface Begun<P, R> {
  readonly part: P;
  readonly last: R | undefined;
}

/** Rows that are read of each part at first. */
const AT_FIRST = 8;

/**
 * The first `limit` rows of a list that lies in parts, each of which is read in the order of the list. A few rows of each
 * part are read at first, and more only of those parts whose next row may still be among the first.
 * @param read `count` rows behind the last one of each part, by the part's place; fewer where a part ends
 */
export async function mergeParts<P, R>(
  parts: readonly P[],
  limit: number,
  compare: (a: R, b: R) => number,
  read: (begun: readonly Begun<P, R>[], count: number) => Promise<ReadonlyMap<number, readonly R[]>>,
): Promise<R[]> {
  let found: R[] = [];
  let open: readonly Begun<P, R>[] = parts.map((part) => ({ part, last: undefined }));
  let count = Math.min(limit, Math.max(AT_FIRST, Math.ceil(limit / Math.max(1, parts.length))));
  while (open.length > 0) {
    const rows = await read(open, count);
    found = [...found, ...[...rows.values()].flat()].sort(compare).slice(0, limit);
    const worst = found.length < limit ? undefined : found.at(-1);
    open = open.flatMap(({ part }, at) => {
      const own = rows.get(at) ?? [];
      const last = own.at(-1);
      const isEnded = last === undefined || own.length < count;
      return isEnded || (worst !== undefined && compare(last, worst) >= 0) ? [] : [{ part, last }];
    });
    count = Math.min(limit, count * 3);
  }
  return found;
}
