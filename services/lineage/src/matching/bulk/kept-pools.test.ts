import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkPool } from './bulk-pool.ts';
import { keptPools } from './kept-pools.ts';

const IDLE_MS = 1_000;
const ended: number[] = [];
let started = 0;
let broken = 0;

/** A pool that only records its end. */
function start(): BulkPool {
  const number = ++started;
  return {
    threads: number,
    isBroken: () => broken === number,
    run: () => Promise.reject(new Error('There is no work here')),
    close: async () => void ended.push(number),
  };
}

const number = async ({ threads }: BulkPool) => threads;
const kept = () => true;

beforeEach(() => {
  vi.useFakeTimers();
  ended.length = 0;
  started = 0;
  broken = 0;
});
afterEach(() => void vi.useRealTimers());

describe('an idle pool', () => {
  it('runs the next work, and ends after the idle time', async () => {
    const pools = keptPools(IDLE_MS, start);
    expect(await pools.lend(number, kept)).toBe(1);
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(await pools.lend(number, kept)).toBe(1);
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual([1]);
    expect(await pools.lend(number, kept)).toBe(2);
  });

  it('ends when it is not to be kept, and when the work fails', async () => {
    const pools = keptPools(IDLE_MS, start);
    await pools.lend(number, () => false);
    expect(ended).toEqual([1]);
    await pools.lend(number, kept);
    await expect(pools.lend(() => Promise.reject(new Error('It failed')), kept)).rejects.toThrow('It failed');
    expect(ended).toEqual([1, 2]);
    expect(await pools.lend(number, kept)).toBe(3);
  });

  it('is not lent again after one of its threads has died', async () => {
    const pools = keptPools(IDLE_MS, start);
    await pools.lend(number, kept);
    broken = 1;
    expect(await pools.lend(number, kept)).toBe(2);
    expect(ended).toEqual([1]);
  });

  it('is lent to one job at a time; of two pools only one is kept', async () => {
    const pools = keptPools(IDLE_MS, start);
    const [one, other] = await Promise.all([pools.lend(number, kept), pools.lend(number, kept)]);
    expect([one, other]).toEqual([1, 2]);
    expect(ended).toEqual([2]);
  });
});
