import { afterAll, beforeAll, expect, it } from 'vitest';
import { longQueue } from '../src/matching/long-queue.ts';
import { matchTurn } from '../src/matching/match-turn.ts';
import type { Person } from './fake-features.ts';
import { type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
const BATCH = 2;

beforeAll(async () => {
  world = await matchingWorld();
  await world.reset();
  world.batch(BATCH);
  world.bulkFrom(3 * BATCH);
});
afterAll(() => world?.database.drop());

const person = (individualId: number): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: { pan: `P${individualId % 5}` },
});
const count = async (table: string) => (await world.database.sql(`SELECT FROM lineage.${table}`)).length;

it('an import that is caught up with is matched when nobody has come for a while', async () => {
  let now = 0;
  const deps = { ...world.deps, longQueue: longQueue(() => now) };
  const turn = () => matchTurn(deps, new AbortController().signal);
  await world.write(Array.from({ length: 10 * BATCH }, (_, at) => person(1 + at)));
  while (await turn());
  expect(await count('match_queue')).toBe(0);
  expect(await count('match_again')).toBe(10 * BATCH);
  now = 499;
  await turn();
  expect(await count('match_again')).toBe(10 * BATCH);
  expect(await count('data_lineage')).toBe(0);
  now = 500;
  await turn();
  expect(await count('match_again')).toBe(0);
  expect(await count('data_lineage')).toBeGreaterThan(0);
});
