import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { guesser, HONEST, type ProbingWorld, probingWorld, victim } from './attacks/probing-world.ts';

let world: ProbingWorld;
beforeAll(async () => {
  world = await probingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  await world.reset();
  await world.database.sql('UPDATE lineage.agreement_scopes SET disclosure_minutes = 0');
});

it('a pair without a delay is shown at once, although the clock was ahead when it was found', async () => {
  await world.queue([victim(1_000)], HONEST);
  await world.queue([guesser(100, 'PAN 1000')], 'user:1');
  await world.later(60);
  await world.settle();
  await world.later(-60);
  expect(await world.seen()).toHaveLength(1);
});

it('a pair without a delay is removed at once, although the clock was ahead when it lost its evidence', async () => {
  await world.write([victim(1_000)], HONEST);
  await world.write([guesser(100, 'PAN 1000')], 'user:1');
  expect(await world.seen()).toHaveLength(1);
  await world.later(60);
  await world.queue([{ ...guesser(100, 'PAN 2000'), version: 2 }], 'user:1');
  await world.settle();
  await world.later(-60);
  expect(await world.seen()).toEqual([]);
});
