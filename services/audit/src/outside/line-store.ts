/**
 * Append-only lines of text outside the database, so that a restored database is recognised. One process appends at a
 * time; a store that notices a second one appends nothing for it.
 */
export interface LineStore {
  /** Where it is: a path, or `s3://bucket/name`. */
  readonly place: string;
  /**
   * Resolves when the lines are durable.
   * @param compose makes them from the lines that are there, newest first. Called again when another process was
   * quicker
   */
  append(compose: (newestFirst: AsyncIterable<string>) => Promise<readonly string[]>): Promise<void>;
  /** All lines, newest first. The first one may be truncated by a crash. */
  newestFirst(): AsyncGenerator<string>;
  /** All lines in the order written. One that a crash truncated may be among them. */
  oldestFirst(): AsyncGenerator<string>;
  /**
   * Replaces lines at the start by one.
   * @param plan gets all lines; undefined: nothing is replaced
   * @param stillHeld rejects when the caller's lock is lost
   * @returns whether they were replaced: not when another process wrote meanwhile. After a crash, replaced lines may
   * stand before the new one
   */
  replaceStart(
    plan: (lines: readonly string[]) => { readonly count: number; readonly by: string } | undefined,
    stillHeld: () => Promise<unknown>,
  ): Promise<boolean>;
  /** Keeps all lines under another place, and only the first `count` here. @returns the other place */
  moveAside(count: number, suffix: string): Promise<string>;
  /** Undoes moveAside. */
  moveBack(aside: string): Promise<void>;
}

/** The whole store, in the order written. */
export async function allLines(store: Pick<LineStore, 'oldestFirst'>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.oldestFirst()) lines.push(line);
  return lines;
}
