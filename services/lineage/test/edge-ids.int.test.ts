import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EdgeIds } from '../src/links/edge-ids.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
});
afterAll(() => test.drop());

it('gives each id once, for any caller and number', async () => {
  const [one, other] = [new EdgeIds(test.db), new EdgeIds(test.db)];
  const counts = [0, 1, 300, 2, 255, 7];
  const taken = await Promise.all([one, other].flatMap((ids) => counts.map((count) => ids.take(count))));
  expect(taken.map((ids) => ids.length)).toEqual([...counts, ...counts]);
  expect(new Set(taken.flat()).size).toBe(2 * counts.reduce((sum, count) => sum + count, 0));
});

it('gives higher ids than other processes have taken, after it drops its pool', async () => {
  const ids = new EdgeIds(test.db);
  await ids.take(1);
  const [elsewhere = 0] = await new EdgeIds(test.db).take(1);
  ids.forget();
  const [next = 0] = await ids.take(1);
  expect(next).toBeGreaterThan(elsewhere);
});

it('commits to disk before it gives an id, so that a crash cannot give it again', async () => {
  const sources: string[] = [];
  const watched: typeof test.db.system = (work) =>
    test.db.system(async (tx) => {
      const done = await work(tx);
      const [row] = await tx.query<{ source: string }>(
        `SELECT source FROM pg_settings WHERE name = 'synchronous_commit'`,
      );
      sources.push(row?.source ?? '');
      return done;
    });
  await new EdgeIds({ system: watched }).take(1);
  // The setting of the server applies, not one of the transaction.
  expect(sources).toEqual([expect.not.stringMatching(/^(session|)$/)]);
});
