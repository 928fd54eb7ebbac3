import { expect, it } from 'vitest';
import { drainOf } from './backlog.ts';

/** 100 events/s arrive; nothing is shipped for 10 s, then 600/s. */
const samples = Array.from({ length: 161 }, (_, n) => {
  const at = n * 100;
  const written = n * 10;
  const waiting = at <= 10_000 ? written : Math.max(0, 1_000 - ((at - 10_000) / 1_000) * 500);
  return { at, written, writtenBy: { vault: written }, waiting, isComplete: true };
});

it('computes the drain rate, including events that arrive meanwhile', () => {
  const drain = drainOf(samples, 0, 16_000);
  expect(drain).toMatchObject({ waiting: 1_000, mainProducer: 'vault', seconds: 1.2 });
  expect(drain?.arrivedPerSecond).toBeCloseTo(100);
  expect(drain?.shippedPerSecond).toBeCloseTo(600);
});

it('computes the arrival rate over the whole run, not over one large commit', () => {
  const burst = samples.map((one) => {
    const isThere = one.at >= 12_000;
    const written = one.written + (isThere ? 5_000 : 0);
    const waiting = isThere ? Math.max(0, 5_000 - ((one.at - 12_000) / 1_000) * 5_000) : 0;
    return { ...one, written, writtenBy: { vault: one.written, lineage: isThere ? 5_000 : 0 }, waiting };
  });
  const drain = drainOf(burst, 11_000, 16_000);
  expect(drain).toMatchObject({ waiting: 5_000, mainProducer: 'lineage', seconds: 1 });
  expect(drain?.arrivedPerSecond).toBeCloseTo(100 + 5_000 / 13);
});

it('returns undefined if no backlog formed or it has not drained', () => {
  expect(drainOf(samples, 0, 1_500)).toBeUndefined();
  expect(drainOf(samples, 0, 11_000)).toBeUndefined();
  expect(drainOf([], 0, 1_000)).toBeUndefined();
});

it('does not count an incomplete sample as drained', () => {
  const partly = samples.map((one) => ({ ...one, isComplete: one.at > 13_000 }));
  expect(drainOf(partly, 0, 16_000)).toMatchObject({ seconds: 3.1 });
  expect(drainOf(partly, 0, 13_000)).toBeUndefined();
});
