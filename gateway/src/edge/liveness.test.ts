import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { describe, expect, it } from 'vitest';
import { createLiveness } from './liveness.ts';

const ctx = {} as Ctx;
const ref = { kind: 'session', id: 's1' } as const;
const usual = { maxAgeMs: 3_000, graceMs: 5_000 };
const strict = { maxAgeMs: 1_000, graceMs: 1_000 };

function world() {
  const state = {
    now: 1_000_000,
    isDown: false,
    ended: new Set<string>(),
    calls: 0,
    open: [] as (() => void)[],
    hold: false,
  };
  const liveness = createLiveness(
    {
      liveness: async (_ctx, { sessionIds }) => {
        state.calls++;
        if (state.hold) await new Promise<void>((resolve) => state.open.push(resolve));
        if (state.isDown) throw new Error('down');
        const live = sessionIds.filter((id) => !state.ended.has(id));
        return { sessions: live.map((id) => ({ id, roleVersion: 1 })), clients: [] };
      },
    },
    () => ctx,
    () => state.now,
  );
  liveness.seen(ref, 1, state.now);
  return { state, liveness };
}

describe('liveness', () => {
  it('makes no RPC while the cached state is fresh', async () => {
    const { state, liveness } = world();
    state.now += 500;
    expect(await liveness.check(ref, strict)).toBe(1);
    expect(state.calls).toBe(0);
  });

  it('refreshes early without blocking', async () => {
    const { state, liveness } = world();
    state.now += 800;
    state.ended.add('s1');
    expect(await liveness.check(ref, strict)).toBe(1);
    expect(state.calls).toBe(1);
    await liveness.refresh();
    expect(await liveness.check(ref, strict)).toBeUndefined();
  });

  it('detects an ended session when the cached state is too old', async () => {
    const { state, liveness } = world();
    state.ended.add('s1');
    state.now += 1_001;
    expect(await liveness.check(ref, strict)).toBeUndefined();
  });

  it('has one RPC in flight for any number of requests', async () => {
    const { state, liveness } = world();
    state.now += 10_000;
    state.hold = true;
    const answers = Promise.all(Array.from({ length: 50 }, () => liveness.check(ref, strict)));
    expect(state.calls).toBe(1);
    state.hold = false;
    for (const open of state.open) open();
    expect(new Set(await answers)).toEqual(new Set([1]));
    expect(state.calls).toBe(1);
  });

  it('uses the last state for 5 s while identity is unavailable, but never for a reveal', async () => {
    const { state, liveness } = world();
    state.isDown = true;
    state.now += 4_500;
    expect(await liveness.check(ref, usual)).toBe(1);
    await expect(liveness.check(ref, strict)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    state.now += 1_000;
    await expect(liveness.check(ref, usual)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
