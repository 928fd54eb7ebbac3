import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BulkTeam } from './bulk-team.ts';
import { restingTeams } from './resting-team.ts';

const REST_MS = 1_000;
const ended: number[] = [];
let started = 0;
let broken = 0;

/** A team that only tells when it is ended. */
function start(): BulkTeam {
  const number = ++started;
  return {
    threads: number,
    isBroken: () => broken === number,
    run: () => Promise.reject(new Error('There is no work here')),
    close: async () => void ended.push(number),
  };
}

const number = async ({ threads }: BulkTeam) => threads;
const kept = () => true;

beforeEach(() => {
  vi.useFakeTimers();
  ended.length = 0;
  started = 0;
  broken = 0;
});
afterEach(() => void vi.useRealTimers());

describe('a team that rests', () => {
  it('does the next work, and is ended when none has come', async () => {
    const teams = restingTeams(REST_MS, start);
    expect(await teams.lend(number, kept)).toBe(1);
    vi.advanceTimersByTime(REST_MS - 1);
    expect(await teams.lend(number, kept)).toBe(1);
    vi.advanceTimersByTime(REST_MS - 1);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual([1]);
    expect(await teams.lend(number, kept)).toBe(2);
  });

  it('is ended when it is not to be kept, and when the work fails', async () => {
    const teams = restingTeams(REST_MS, start);
    await teams.lend(number, () => false);
    expect(ended).toEqual([1]);
    await teams.lend(number, kept);
    await expect(teams.lend(() => Promise.reject(new Error('It failed')), kept)).rejects.toThrow('It failed');
    expect(ended).toEqual([1, 2]);
    expect(await teams.lend(number, kept)).toBe(3);
  });

  it('is not lent again when one of its threads has died meanwhile', async () => {
    const teams = restingTeams(REST_MS, start);
    await teams.lend(number, kept);
    broken = 1;
    expect(await teams.lend(number, kept)).toBe(2);
    expect(ended).toEqual([1]);
  });

  it('is lent once at a time, and one of two rests', async () => {
    const teams = restingTeams(REST_MS, start);
    const [one, other] = await Promise.all([teams.lend(number, kept), teams.lend(number, kept)]);
    expect([one, other]).toEqual([1, 2]);
    expect(ended).toEqual([2]);
  });
});
