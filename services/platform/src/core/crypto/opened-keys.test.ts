import { describe, expect, it, vi } from 'vitest';
import { OpenedKeys, type VersionedKey } from './opened-keys.ts';

const keyOf = (version: number, isActive: boolean): VersionedKey => ({ version, isActive });

function cache(answers: () => readonly VersionedKey[]) {
  const state = { now: 0, calls: 0 };
  const keys = new OpenedKeys<number, VersionedKey>(
    async () => {
      state.calls += 1;
      await Promise.resolve();
      return answers();
    },
    () => state.now,
  );
  return { keys, state };
}

describe('opened keys', () => {
  it('are opened once per owner and lifetime for any number of concurrent callers', async () => {
    const { keys, state } = cache(() => [keyOf(1, true)]);
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? keys.active(7) : keys.version(7, 1))),
    );
    expect(state.calls).toBe(1);
    await keys.active(8);
    expect(state.calls).toBe(2);
    state.now = 44_999;
    await keys.active(7);
    expect(state.calls).toBe(2);
  });

  it('are available synchronously until the next opening is due or they are forgotten', async () => {
    const { keys, state } = cache(() => [keyOf(1, true)]);
    expect(keys.versionAtHand(7, 1)).toBeUndefined();
    const opening = keys.active(7);
    expect(keys.versionAtHand(7, 1)).toBeUndefined();
    await opening;
    expect(keys.versionAtHand(7, 1)?.version).toBe(1);
    expect(keys.versionAtHand(7, 2)).toBeUndefined();
    state.now = 45_000;
    expect(keys.versionAtHand(7, 1)).toBeUndefined();
    await keys.active(7);
    await new Promise(setImmediate);
    expect(keys.versionAtHand(7, 1)?.version).toBe(1);
    keys.forget(7);
    expect(keys.versionAtHand(7, 1)).toBeUndefined();
    expect(state.calls).toBe(2);
  });

  it('are removed from the memory of an idle process when their lifetime ends', async () => {
    vi.useFakeTimers();
    try {
      const keys = new OpenedKeys<number, VersionedKey>(async () => [keyOf(1, true)]);
      await keys.active(7);
      vi.advanceTimersByTime(30_000);
      await keys.active(8);
      vi.advanceTimersByTime(29_999);
      expect(keys.size).toBe(2);
      vi.advanceTimersByTime(1);
      expect(keys.size).toBe(1);
      vi.advanceTimersByTime(30_000);
      expect(keys.size).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are also removed if their renewal finished after the former ones expired', async () => {
    vi.useFakeTimers();
    try {
      const answers = [Promise.resolve([keyOf(1, true)])];
      const renewal = Promise.withResolvers<VersionedKey[]>();
      const keys = new OpenedKeys<number, VersionedKey>(() => answers.pop() ?? renewal.promise);
      await keys.active(7);
      await vi.advanceTimersByTimeAsync(59_900);
      await keys.active(7);
      await vi.advanceTimersByTimeAsync(300);
      expect(keys.size).toBe(0);
      renewal.resolve([keyOf(1, true)]);
      await vi.advanceTimersByTimeAsync(0);
      expect(keys.size).toBe(1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(keys.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are renewed before they expire, and never live longer than 60 s', async () => {
    let made = [keyOf(1, true)];
    const { keys, state } = cache(() => made);
    await keys.active(7);
    made = [keyOf(1, false), keyOf(2, true)];
    state.now = 50_000;
    expect((await keys.active(7)).version).toBe(1);
    await new Promise(setImmediate);
    expect((await keys.active(7)).version).toBe(2);
    expect(state.calls).toBe(2);
    state.now = 110_000;
    made = [keyOf(3, true)];
    expect((await keys.active(7)).version).toBe(3);
  });

  it('are opened again for an unknown version, and refuse one that is not live', async () => {
    let made = [keyOf(1, true)];
    const { keys, state } = cache(() => made);
    await keys.active(7);
    made = [keyOf(1, false), keyOf(2, true)];
    expect((await keys.version(7, 2)).version).toBe(2);
    await expect(keys.version(7, 9)).rejects.toMatchObject({ code: 'DATA_LOSS', reason: 'KEY_NOT_LIVE' });
    expect(state.calls).toBe(3);
  });

  it('are not cached when opening fails', async () => {
    let isAway = true;
    const { keys } = cache(() => {
      if (isAway) throw new Error('away');
      return [keyOf(1, true)];
    });
    await expect(keys.active(7)).rejects.toThrow('away');
    isAway = false;
    expect((await keys.active(7)).version).toBe(1);
  });

  it('are dropped at once, and a pending renewal does not restore them', async () => {
    const answers: PromiseWithResolvers<readonly VersionedKey[]>[] = [];
    let now = 0;
    const open = () => {
      const answer = Promise.withResolvers<readonly VersionedKey[]>();
      answers.push(answer);
      return answer.promise;
    };
    const keys = new OpenedKeys<number, VersionedKey>(open, () => now);
    const first = keys.active(7);
    answers[0]?.resolve([keyOf(1, true)]);
    await first;
    now = 50_000;
    await keys.active(7); // Starts a renewal.
    keys.forget(7);
    const fresh = keys.active(7);
    answers[2]?.resolve([keyOf(2, true)]);
    expect((await fresh).version).toBe(2);
    answers[1]?.resolve([keyOf(1, true)]);
    await new Promise(setImmediate);
    expect((await keys.active(7)).version).toBe(2);
    keys.forget();
    const again = keys.live(7);
    answers[3]?.resolve([keyOf(3, true)]);
    expect((await again).map(({ version }) => version)).toEqual([3]);
  });
});
