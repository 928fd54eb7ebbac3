import type { Database } from './database.ts';

/** How appended changes become counts. */
export interface Folding {
  /** Any number that only this job locks under. */
  readonly lock: number;
  /** Rows that one turn folds, so that a turn takes some tens to hundreds of milliseconds. */
  readonly rows: number;
  /** Moves at most $1 appended rows into the counts, all of it or nothing, and tells their number as `folded`. */
  readonly statement: string;
  /** Takes away counts that a turn left at nothing. */
  readonly tidy?: string;
}

/** Folds what was appended since the last turn; another process at it leaves nothing to do. */
export function foldChanges(db: Pick<Database, 'system'>, { lock, rows, statement, tidy }: Folding) {
  return async (signal: AbortSignal): Promise<void> => {
    let folded = rows;
    while (folded === rows && !signal.aborted) {
      folded = await db.system(async (tx) => {
        const [taken] = await tx.query<{ held: boolean }>(
          'SELECT pg_try_advisory_xact_lock($1::bigint) AS held',
          [lock],
        );
        if (taken?.held !== true) return 0;
        const [row] = await tx.query<{ folded: number }>(statement, [rows]);
        return row?.folded ?? 0;
      });
      if (folded > 0 && tidy !== undefined) await db.system((tx) => tx.query(tidy));
    }
  };
}
