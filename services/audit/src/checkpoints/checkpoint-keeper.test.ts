import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { describe, expect, it } from 'vitest';
import { badSignature, treeContradicts } from '../errors.ts';
import type { ListState } from './check-trail.ts';
import { createCheckpointKeeper } from './checkpoint-keeper.ts';
import type { StoredCheckpoint } from './checkpoint-store.ts';

const LIMITS = { everyMs: 60_000, everyEntries: 1_000, restateMs: 1_800_000 };

interface Start {
  readonly size: number;
  readonly signedSize?: number;
  readonly ageMs?: number;
  readonly list?: ListState;
}

function keeperOver(start: Start) {
  const now = 1_800_000_000_000;
  const state = { size: start.size, signed: [] as number[], slow: Promise.resolve() };
  const errors: string[] = [];
  const seen: string[] = [];
  const of = (treeSize: number, ageMs: number): StoredCheckpoint => ({
    treeSize,
    rootHash: Buffer.alloc(32),
    note: '',
    keyName: 'k',
    publicKey: Buffer.alloc(32),
    signedAt: new Date(now - ageMs),
  });
  let last = start.signedSize === undefined ? undefined : of(start.signedSize, start.ageMs ?? 0);
  const keeper = createCheckpointKeeper(
    {
      latest: async () => last,
      treeSize: async () => state.size,
      check: async () => start.list ?? { listed: 0, pending: 0 },
      now: () => now,
      seen: ({ treeSize }, size) => seen.push(`${treeSize} of ${size}`),
      log: { error: (message) => errors.push(message) },
      async sign() {
        const { size } = state;
        await state.slow;
        state.signed.push(size);
        last = of(size, 0);
        return last;
      },
    },
    LIMITS,
  );
  return { keeper, state, errors, seen };
}

describe('checkpoint keeper', () => {
  it.each([
    ['nothing signed yet', { size: 0 }, 1],
    ['grown by few entries, less than a minute old', { size: 900, signedSize: 0, ageMs: 59_999 }, 0],
    ['grown by one entry, a minute old', { size: 1, signedSize: 0, ageMs: 60_000 }, 1],
    ['grown by a thousand entries', { size: 1_000, signedSize: 0, ageMs: 1 }, 1],
    ['a revocation since', { size: 1, signedSize: 0, ageMs: 1, list: { listed: 1, pending: 0 } }, 1],
    ['a revocation signed already', { size: 1, signedSize: 1, ageMs: 1, list: { listed: 1, pending: 0 } }, 0],
    ['a revocation to come', { size: 1, signedSize: 0, ageMs: 1, list: { listed: 2, pending: 1 } }, 0],
    ['not grown, a minute old', { size: 5, signedSize: 5, ageMs: 60_000 }, 0],
    ['not grown, half an hour old', { size: 5, signedSize: 5, ageMs: 1_800_000 }, 1],
  ])('%s', async (_what, start, signings) => {
    const { keeper, state } = keeperOver(start);
    await keeper.keepUp();
    expect(state.signed).toHaveLength(signings);
  });

  it('answers with the newest checkpoint when it covers the requested size', async () => {
    const { keeper, state } = keeperOver({ size: 9, signedSize: 7 });
    expect((await keeper.covering(7)).treeSize).toBe(7);
    expect(state.signed).toEqual([]);
    expect((await keeper.covering(8)).treeSize).toBe(9);
  });

  it('signs again when the running signing began before the entry was appended', async () => {
    const { keeper, state } = keeperOver({ size: 3, signedSize: 1 });
    let release = () => {};
    state.slow = new Promise((resolve) => {
      release = resolve;
    });
    const early = keeper.covering(2);
    await new Promise((resolve) => setImmediate(resolve));
    state.size = 4;
    const late = keeper.covering(4);
    await new Promise((resolve) => setImmediate(resolve));
    release();
    expect([(await early).treeSize, (await late).treeSize]).toEqual([3, 4]);
  });

  it('signs once for concurrent callers', async () => {
    const { keeper, state } = keeperOver({ size: 3, signedSize: 1 });
    await Promise.all(Array.from({ length: 20 }, () => keeper.covering(3)));
    expect(state.signed).toEqual([3]);
  });

  it.each([treeContradicts(1), badSignature()])(
    'reports the fault $reason until it can sign',
    async (fault) => {
      const { keeper, state, errors } = keeperOver({ size: 3, signedSize: 1, ageMs: 60_000 });
      state.slow = Promise.reject(fault);
      for (let at = 0; at < 2; at += 1) await expect(keeper.keepUp()).rejects.toBe(fault);
      expect([keeper.fault(), errors]).toEqual([fault, ['no checkpoint may be signed']]);
      state.slow = Promise.resolve();
      await keeper.keepUp();
      expect([keeper.fault(), state.signed]).toEqual([undefined, [3]]);
    },
  );

  it('reports no fault while the signer is unavailable', async () => {
    const { keeper, state } = keeperOver({ size: 3, signedSize: 1, ageMs: 60_000 });
    state.slow = Promise.reject(new AppError('UNAVAILABLE', 'AWAY', 'away'));
    await expect(keeper.keepUp()).rejects.toThrow('away');
    expect(keeper.fault()).toBeUndefined();
  });

  it('reports the checkpoint that it found and the one that it signed', async () => {
    const { keeper, seen } = keeperOver({ size: 7, signedSize: 5, ageMs: 60_000 });
    await keeper.keepUp();
    expect(seen).toEqual(['5 of 7', '7 of 7']);
  });
});
