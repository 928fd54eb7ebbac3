import type { Tx } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Claims,
  claimBehind,
  claimNext,
  confirmClaims,
  finishClaims,
  releaseClaims,
} from '../src/matching/claims-store.ts';
import { takeRematches } from '../src/spaces/rematch-store.ts';

let database: TestDatabase;
const WAITING = 4_000;
const TAKEN = 10;
const FILL = `INSERT INTO lineage.match_queue (company_id, individual_id, version, queued_at)
    SELECT 1 + i % 2, i, 1, now() - i % 2 * interval '1 hour' FROM generate_series(1, ${WAITING}) AS i;
  INSERT INTO lineage.match_again (space_id, record_id) SELECT 1, i FROM generate_series(1, ${WAITING}) AS i`;
const EMPTY = 'DELETE FROM lineage.match_queue; DELETE FROM lineage.match_again';
const ANALYSE = 'ANALYZE lineage.match_queue; ANALYZE lineage.match_again';
/** Calls after which PostgreSQL keeps generic plans. */
const CALLS = 8;

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

/** Rows of both queues that this session has read and not yet reported to the statistics. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables
     WHERE relname IN ('match_queue', 'match_again')`,
  );
  return row?.rows ?? 0;
}

/** The result of `work` and the number of rows it reads. */
const counted = <T>(work: (tx: Tx) => Promise<T>) =>
  database.db.system(async (tx) => {
    const before = await rowsRead(tx);
    const result = await work(tx);
    return { result, read: (await rowsRead(tx)) - before };
  });

const claimIn = async (tx: Tx) => (await claimNext(tx, TAKEN, [])) ?? noClaims;
const claim = () => database.db.system(claimIn);
const waiting = async (): Promise<number> => {
  const [row] = await database.sql<{ n: number }>('SELECT count(*)::int AS n FROM lineage.match_queue');
  return row?.n ?? Number.NaN;
};

const EXPIRED = '2020-01-01 00:00:00+00';
const noClaims: Claims = {
  companyId: 1,
  people: [{ companyId: 1, individualId: 1, version: 1 }],
  arrivals: undefined,
  claims: [EXPIRED],
};

/** Makes the connection keep plans for empty queues. */
async function planNow(): Promise<void> {
  for (let call = 0; call < CALLS; call += 1)
    await database.db.system(async (tx) => {
      await claimNext(tx, TAKEN, []);
      await confirmClaims(tx, noClaims, [], 3);
      await releaseClaims(tx, noClaims);
      await takeRematches(tx, [1], TAKEN);
      await finishClaims(tx, noClaims);
    });
}

type Step = string | (() => Promise<void>);

describe.each<[state: string, steps: readonly Step[]]>([
  ['none', [FILL]],
  ['analysed', [FILL, ANALYSE]],
  ['analysed when it was empty', [FILL, EMPTY, ANALYSE, FILL]],
  ['planned when it was empty', [ANALYSE, planNow, FILL]],
])('with planner statistics of a queue: %s', (_, steps) => {
  beforeEach(async () => {
    for (const step of ['TRUNCATE lineage.match_queue, lineage.match_again', ...steps])
      await (typeof step === 'string' ? database.sql(step) : step());
  });

  it('a claim reads about as many rows as it takes', async () => {
    const { result: claimed, read } = await counted(claimIn);
    expect(claimed.people).toHaveLength(TAKEN);
    // Company 2 waits longest.
    expect(claimed.companyId).toBe(2);
    expect(read).toBeLessThan(6 * TAKEN);
  });

  it('the next claim of a company begins after the previous one', async () => {
    const first = await claim();
    const { result: next = noClaims, read } = await counted((tx) => claimBehind(tx, TAKEN, first, []));
    const idsOf = ({ people }: Claims) => people.map(({ individualId }) => individualId);
    expect(idsOf(next)).toEqual(idsOf(first).map((id) => id + 2 * TAKEN));
    expect(read).toBeLessThan(6 * TAKEN);
    const rests = await database.db.system((tx) => claimBehind(tx, TAKEN, next, [2]));
    expect(rests).toBeUndefined();
  });

  it.each<[what: string, work: (tx: Tx, claimed: Claims) => Promise<unknown>]>([
    ['held', (tx, claimed) => confirmClaims(tx, claimed, [], 3)],
    ['finished', finishClaims],
    ['given back', releaseClaims],
  ])('claimed rows are %s by key', async (_what, work) => {
    const claimed = await claim();
    const { read } = await counted((tx) => work(tx, claimed));
    expect(read).toBeLessThan(6 * TAKEN);
  });

  it('records to match again are read by key', async () => {
    const { result, read } = await counted((tx) => takeRematches(tx, [1], TAKEN));
    expect(result).toEqual(Array.from({ length: TAKEN }, (_one, at) => at + 1));
    expect(read).toBeLessThan(6 * TAKEN);
  });
});

/** Commits a change of the row only after `work` in another transaction waits for its lock. */
async function whileChanging(individualId: number, work: () => Promise<unknown>): Promise<void> {
  let done: Promise<unknown> | undefined;
  await database.db.system(async (tx) => {
    await tx.query('UPDATE match_queue SET version = version + 1 WHERE individual_id = $1', [individualId]);
    done = work();
    done.catch(() => undefined);
    for (let waits = 0; waits === 0; ) {
      const rows = await database.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%_claims%'`,
      );
      waits = rows[0]?.n ?? 0;
    }
  });
  await done;
}

describe('claims', () => {
  beforeEach(async () => {
    await database.sql(EMPTY);
    await database.sql(FILL);
  });

  it.each<[what: string, work: (tx: Tx, claimed: Claims) => Promise<unknown>]>([
    ['finished', finishClaims],
    ['given back', releaseClaims],
  ])('a record that changes while it is %s can be claimed at once in the new version', async (_, work) => {
    const claimed = await claim();
    const first = claimed.people[0]?.individualId ?? 0;
    await whileChanging(first, () => database.db.system((tx) => work(tx, claimed)));
    expect((await claim()).people[0]).toMatchObject({ individualId: first, version: 2 });
  });

  it('that have expired can neither be confirmed, finished nor released', async () => {
    const first = await claim();
    const late = { ...first, claims: first.claims.map(() => EXPIRED) };
    const held = await database.db.system(async (tx) => {
      const ids = await confirmClaims(tx, late, [], 3);
      await releaseClaims(tx, late);
      await finishClaims(tx, late);
      return ids;
    });
    expect(held.size).toBe(0);
    expect(await waiting()).toBe(WAITING);
    // The first claim still holds its rows.
    const next = await claim();
    expect(next.people[0]?.individualId).toBeGreaterThan(late.people.at(-1)?.individualId ?? 0);
  });

  it('a record with a newer version stays in the queue and can be claimed at once', async () => {
    const claimed = await claim();
    await database.sql('UPDATE lineage.match_queue SET version = 2 WHERE individual_id = $1', [
      claimed.people[0]?.individualId,
    ]);
    await database.db.system((tx) => finishClaims(tx, claimed));
    expect(await waiting()).toBe(WAITING - TAKEN + 1);
    expect((await claim()).people[0]).toMatchObject({
      individualId: claimed.people[0]?.individualId,
      version: 2,
    });
  });
});
