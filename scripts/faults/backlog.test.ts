import { expect, it } from 'vitest';
import { drainOf } from './backlog.ts';

/** 100 events a second arrive; nothing is shipped for 10 s, then 600 a second are. */
const samples = Array.from({ length: 161 }, (_, n) => {
  const at = n * 100;
  const written = n * 10;
  const waiting = at <= 10_000 ? written : Math.max(0, 1_000 - ((at - 10_000) / 1_000) * 500);
  return { at, written, waiting, isWhole: true };
});

it('measures how a backlog went down, with what arrived meanwhile', () => {
  const drain = drainOf(samples, 0, 16_000);
  expect(drain).toMatchObject({ waiting: 1_000, seconds: 1.2 });
  expect(drain?.arrivedPerSecond).toBeCloseTo(100);
  expect(drain?.shippedPerSecond).toBeCloseTo(600);
});

it('says nothing of a backlog that did not gather, or is still there', () => {
  expect(drainOf(samples, 0, 1_500)).toBeUndefined();
  expect(drainOf(samples, 0, 11_000)).toBeUndefined();
  expect(drainOf([], 0, 1_000)).toBeUndefined();
});

it('does not take for calm what was looked at in part', () => {
  const partly = samples.map((one) => ({ ...one, isWhole: one.at > 13_000 }));
  expect(drainOf(partly, 0, 16_000)).toMatchObject({ seconds: 3.1 });
  expect(drainOf(partly, 0, 13_000)).toBeUndefined();
});
