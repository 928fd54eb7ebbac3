import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importWatch } from '../src/matching/import-watch.ts';
import { matchTurn } from '../src/matching/match-turn.ts';
import type { MatchDeps } from '../src/matching/match-worker.ts';
import type { Person } from './fake-features.ts';
import { type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
let now = 0;
const BATCH = 2;
const LONG = 10 * BATCH;
/** Duration of a pull. */
const PULL_MS = 700;

beforeAll(async () => {
  world = await matchingWorld();
  world.batch(BATCH);
  world.bulkFrom(3 * BATCH);
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  await world.reset();
  now = 0;
});

const people = (companyId: number, many: number): Person[] =>
  Array.from({ length: many }, (_, at) => ({
    companyId,
    individualId: 1_000 * companyId + at,
    version: 1,
    identifiers: { pan: `P${at % 5}` },
  }));
const waiting = async (companyId: number) => {
  const rows = await world.database.sql(
    `SELECT FROM (SELECT unnest(record_ids) AS record_id FROM lineage.match_again_together) a
     JOIN lineage.match_records r USING (record_id) WHERE r.company_id = $1`,
    [companyId],
  );
  return rows.length;
};

function importing(): MatchDeps {
  return {
    ...world.deps,
    imports: importWatch(() => now),
    features: {
      async *pullFeatures(ctx, request) {
        now += PULL_MS;
        yield* world.deps.features.pullFeatures(ctx, request);
      },
    },
  };
}
const signal = new AbortController().signal;

it('a processed import is matched when no record has arrived for half a second', async () => {
  const deps = importing();
  await world.write(people(1, 2 * LONG));
  while (await matchTurn(deps, signal));
  expect(await waiting(1)).toBe(2 * LONG);
  now += 499;
  await matchTurn(deps, signal);
  expect(await waiting(1)).toBe(2 * LONG);
  now += 1;
  await matchTurn(deps, signal);
  expect(await waiting(1)).toBe(0);
  expect(await world.database.sql('SELECT FROM lineage.data_lineage')).not.toEqual([]);
});

it('small batches do not count as an import, and are matched in order', async () => {
  const deps = importing();
  world.together(1);
  await world.write(people(1, LONG));
  while (await matchTurn(deps, signal));
  expect(await waiting(1)).toBe(LONG);
  for (let at = 0; at < 3; at += 1) {
    now -= PULL_MS - 200;
    await world.write(people(1, LONG + 1 + at).slice(-1));
    await matchTurn(deps, signal);
    expect(await waiting(1)).toBe(at < 2 ? LONG : 0);
  }
});

it('an import delays only people of its company, for a minute at most', async () => {
  const deps = importing();
  await world.write(people(2, LONG));
  while (await matchTurn(deps, signal));
  deps.imports.see(1);
  now += 499;
  deps.imports.see(1);
  await world.write(people(1, LONG));
  while (await matchTurn(deps, signal));
  expect(await waiting(2)).toBe(0);
  expect(await waiting(1)).toBe(LONG);
  for (let seconds = 0; seconds < 60; seconds += 0.4) {
    now += 400;
    deps.imports.see(1);
  }
  await matchTurn(deps, signal);
  expect(await waiting(1)).toBe(0);
});
