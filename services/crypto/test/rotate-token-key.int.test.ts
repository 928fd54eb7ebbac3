import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RotationWorld, rotationWorld } from './rotation-world.ts';
import { DAY_MS } from './use-case-world.ts';

let world: RotationWorld;
beforeAll(async () => {
  world = await rotationWorld();
});
afterAll(() => world?.drop());

const at = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};
const shown = async () => {
  // The cache of one second has expired: rows are read again.
  at(1_000);
  const { live, signing } = await world.tokenKeys();
  return { versions: live.map(({ version }) => version), signs: signing.version };
};

it('rotates a due token key: published before it signs and until its last token expires', async () => {
  await world.round();
  expect(await shown()).toEqual({ versions: [1], signs: 1 });
  at(90 * DAY_MS);
  const files = await world.fixture.countFiles();
  await Promise.all([world.round(), world.round()]);
  expect(await world.fixture.countFiles()).toBe(files + 1);
  expect(await shown()).toEqual({ versions: [1, 2], signs: 1 });
  at(90_000);
  expect(await shown()).toEqual({ versions: [1, 2], signs: 2 });
  at(24 * 3_600_000);
  await world.round();
  expect(await shown()).toEqual({ versions: [1, 2], signs: 2 });
  at(3_600_000);
  await world.round();
  expect(await shown()).toEqual({ versions: [2], signs: 2 });
});

it('keeps a replaced token key while a backup in which it is live can be opened', async () => {
  const files = await world.fixture.countFiles();
  at(28 * DAY_MS);
  await world.round();
  expect(await world.fixture.countFiles()).toBe(files);
  at(2 * DAY_MS);
  await world.round();
  expect(await world.fixture.countFiles()).toBe(files - 1);
});
