import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MatchDeps, matchQueued } from '../src/matching/match-worker.ts';
import type { Person } from './fake-features.ts';
import { type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
const BATCH = 2;
const BATCHES = 12;

beforeAll(async () => {
  world = await matchingWorld();
  world.batch(BATCH);
  world.together(Number.POSITIVE_INFINITY);
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  world.bulkFrom(1_000_000);
  await world.reset();
});

const person = (companyId: number, individualId: number): Person => ({
  companyId,
  individualId,
  version: 1,
  identifiers: { pan: `P${individualId}` },
});
const signal = new AbortController().signal;

/** Empties the queue, and runs `meanwhile` during the first pull. @returns the people of each batch */
async function workOff(meanwhile: () => Promise<void>): Promise<string[]> {
  const batches: string[] = [];
  const deps: MatchDeps = {
    ...world.deps,
    features: {
      async *pullFeatures(ctx, request) {
        const items = request.selection?.$case === 'individuals' ? request.selection.value.items : [];
        batches.push(`${request.companyId}: ${items?.map(({ individualId }) => individualId).join(' ')}`);
        if (batches.length === 1) await meanwhile();
        yield* world.deps.features.pullFeatures(ctx, request);
      },
    },
  };
  while (await matchQueued(deps, signal));
  return batches;
}

const many = Array.from({ length: BATCH * BATCHES }, (_, at) => person(1, 100 + at));

it('a company that waits longer and a later record are matched before the end of an import', async () => {
  await world.write(many);
  const batches = await workOff(async () => {
    await world.write([person(2, 50), person(1, 7)]);
    await world.database.sql(
      `UPDATE lineage.match_queue SET queued_at = '2020-01-01' WHERE individual_id = 50`,
    );
  });
  // Batches continue with the same company, except every fifth.
  expect(batches.slice(0, 2)).toEqual(['1: 100 101', '1: 102 103']);
  expect(batches).toContain('2: 50');
  expect(batches.indexOf('2: 50')).toBeLessThan(8);
  const lowest = batches.find((batch) => batch.startsWith('1: 7 ')) ?? 'never';
  expect(batches).toContain(lowest);
  expect(batches.indexOf(lowest)).toBeLessThan(8);
  const people = batches.flatMap((batch) => batch.slice(3).split(' '));
  expect(people.toSorted()).toEqual(
    [...many, person(2, 50), person(1, 7)].map((one) => String(one.individualId)).toSorted(),
  );
});

it('a throttled company is skipped and matched later', async () => {
  await world.write([...many, person(2, 50)]);
  const batches = await workOff(async () => world.deps.throttled.throttle(1, 1));
  expect(batches).toContain('2: 50');
  const left = await world.database.sql('SELECT FROM lineage.match_queue');
  expect(left).toEqual([]);
});

it('a long queue is matched in batches of ten times the size, longest waiting records first', async () => {
  world.bulkFrom(BATCH * 3);
  const long = 10 * BATCH;
  await world.write(Array.from({ length: 6 * long }, (_, at) => person(1, 100 + at)));
  const batches = await workOff(async () => {
    await world.write([person(2, 50)]);
    await world.database.sql(
      `UPDATE lineage.match_queue SET queued_at = '2020-01-01' WHERE individual_id = 50`,
    );
  });
  const sizes = batches.map((batch) => batch.split(' ').length - 1);
  expect(sizes.filter((size) => size === long)).toHaveLength(6);
  expect(batches).toContain('2: 50');
  expect(batches.indexOf('2: 50')).toBeLessThan(4);
});
