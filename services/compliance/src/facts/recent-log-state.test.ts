import { expect, it } from 'vitest';
import { recentLogState } from './recent-log-state.ts';

function scripted(tookMs: number) {
  const clock = { now: 0, learned: 0, isAway: false, isBroken: false };
  const state = recentLogState(
    async () => {
      clock.learned += 1;
      clock.now += tookMs;
      if (clock.isBroken) throw new Error('broken');
      return { verification: undefined, isNew: !clock.isAway };
    },
    () => clock.now,
  );
  return { clock, state };
}

it('verifies for at most a tenth of the time, for any number of requests', async () => {
  const { clock, state } = scripted(20);
  await state();
  for (const [later, learned] of [
    [0, 1],
    [199, 1],
    [1, 2],
    [199, 2],
    [1, 3],
  ] as const) {
    clock.now += later;
    await Promise.all([state(), state()]);
    expect(clock.learned).toBe(learned);
  }
});

it('verifies again after a minute, also when the last one took long', async () => {
  const { clock, state } = scripted(30_000);
  await state();
  clock.now += 59_999;
  await state();
  expect(clock.learned).toBe(1);
  clock.now += 1;
  await state();
  expect(clock.learned).toBe(2);
});

it('does not cache an incomplete verification', async () => {
  const { clock, state } = scripted(1_000);
  clock.isAway = true;
  await Promise.all([state(), state()]);
  expect(clock.learned).toBe(1);
  clock.isAway = false;
  await state();
  await state();
  expect(clock.learned).toBe(2);
});

it('does not cache a failure', async () => {
  const { clock, state } = scripted(1_000);
  clock.isBroken = true;
  await expect(state()).rejects.toThrow('broken');
  clock.isBroken = false;
  expect(await state()).toBeUndefined();
});
