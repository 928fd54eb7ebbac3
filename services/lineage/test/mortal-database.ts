import type { Database, Tx } from '@pii-vault/platform/postgres/database';

/** Thrown where a test lets the process die. */
export class Crash extends Error {}

export interface MortalDatabase {
  readonly db: Pick<Database, 'system'>;
  /** Numbers of the next queries and commits at which the process dies: before the query, or after the commit. */
  crashAt(steps: readonly number[]): void;
}

/** A database that throws Crash at the steps a test chooses. */
export function mortalDatabase(real: Pick<Database, 'system'>): MortalDatabase {
  let crashes: readonly number[] = [];
  let step = 0;
  const tick = () => {
    step += 1;
    if (crashes.includes(step)) throw new Crash(`at step ${step}`);
  };
  return {
    db: {
      async system(work) {
        const result = await real.system((tx) => work(dying(tx, tick)));
        // The commit succeeded, but its answer is lost.
        tick();
        return result;
      },
    },
    crashAt(steps) {
      crashes = [...steps];
      step = 0;
    },
  };
}

function dying(tx: Tx, tick: () => void): Tx {
  return {
    ...tx,
    async query(statement, values) {
      tick();
      return tx.query(statement, values);
    },
    async publishAll(messages) {
      tick();
      await tx.publishAll(messages);
    },
  };
}
