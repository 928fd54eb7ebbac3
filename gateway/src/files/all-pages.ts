/** One page of a list, and the position of the next one; undefined on the last. */
export interface FetchedPage<T> {
  readonly rows: readonly T[];
  readonly next: string | undefined;
}

/** All pages of a list; the next one is requested after the previous one was consumed. */
export async function* allPages<T>(
  fetchPage: (position: string | undefined) => Promise<FetchedPage<T>>,
): AsyncGenerator<readonly T[]> {
  let position: string | undefined;
  do {
    const { rows, next } = await fetchPage(position);
    yield rows;
    position = next;
  } while (position !== undefined);
}
