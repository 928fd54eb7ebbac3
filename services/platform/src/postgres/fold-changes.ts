import type { Database } from './database.ts';

/** How appended changes become counts. */
export interface Folding {
  /** Key of the advisory lock; no other job uses it. */
  readonly lock: number;
  /** Rows per transaction, so that one takes some tens to hundreds of milliseconds. */
  readonly rows: number;
  /** Atomically moves at most $1 appended rows into the counts and returns their number as `folded`. */
  readonly statement: string;
  /** Deletes counts that a run left at zero. */
  readonly tidy?: string;
}

/** Folds the rows appended since the last run; does nothing while another process folds. */
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
