import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intraScope } from '../src/spaces/scopes/scope.ts';
import { ensureSpaces } from '../src/spaces/spaces-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

const named = (company: number, keyVersion: number) => [
  { scope: intraScope(company), keyVersion, encodingVersion: 4 },
];

/** States of the spaces of two batches; the second batch begins before the first commits. */
async function statesOfTwo(company: number, keyVersions: readonly [number, number]): Promise<string[]> {
  const { db } = database;
  const hasMade = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const first = db.system(async (tx) => {
    const { spaces } = await ensureSpaces(tx, named(company, keyVersions[0]), 1);
    hasMade.resolve();
    await mayCommit.promise;
    return spaces;
  });
  await hasMade.promise;
  const second = db.system((tx) => ensureSpaces(tx, named(company, keyVersions[1]), 1, 3));
  // The second batch waits for the first one's row lock.
  for (let waiting = 0; waiting === 0; )
    [{ waiting }] = (await database.sql<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'`,
    )) as [{ waiting: number }];
  mayCommit.resolve();
  const [one, { spaces: other, recordIds }] = await Promise.all([first, second]);
  expect(new Set(recordIds).size).toBe(3);
  return [...one.values(), ...other.values()].map(({ state }) => state);
}

describe('two concurrent batches of a company without a space', () => {
  it('make one space', async () => {
    expect(await statesOfTwo(1, [1, 1])).toEqual(['active', 'active']);
    expect(await database.sql('SELECT scope FROM lineage.match_spaces')).toEqual([{ scope: 'intra:1' }]);
  });

  it('make two spaces of one scope when the index key was rotated between them', async () => {
    expect(await statesOfTwo(2, [1, 2])).toEqual(['active', 'building']);
  });
});
