import type { Tx } from '@pii-vault/platform/db/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimRecords } from '../src/matching/queue-store.ts';

let database: TestDatabase;
const WAITING = 4_000;
const CLAIMED = 10;

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO lineage.match_queue (company_id, individual_id, version, queued_at)
     SELECT 1 + i % 2, i, 1, now() - i % 2 * interval '1 hour' FROM generate_series(1, ${WAITING}) AS i`,
  );
});
afterAll(() => database?.drop());

/** Rows of the queue that this session has read, as far as it has not told anybody yet. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'match_queue'`,
  );
  return row?.rows ?? 0;
}

it.each(['never looked at', 'analysed'])(
  'a claim reads about what it takes, however many wait: %s',
  async (state) => {
    if (state === 'analysed') await database.sql('ANALYZE lineage.match_queue');
    const { claimed, read } = await database.db.system(async (tx) => {
      const before = await rowsRead(tx);
      const found = await claimRecords(tx, CLAIMED, []);
      return { claimed: found, read: (await rowsRead(tx)) - before };
    });
    expect(claimed).toHaveLength(CLAIMED);
    // The company that waits longest.
    expect(new Set(claimed.map(({ companyId }) => companyId))).toEqual(new Set([2]));
    expect(read).toBeLessThan(6 * CLAIMED);
  },
);
