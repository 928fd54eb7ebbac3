import { describe, expect, it } from 'vitest';
import { startWorkLoop } from './work-loop.ts';

const NEVER_MS = 3_600_000;

describe('work loop', () => {
  it('runs one pass at a time, and one more for all wake-ups during a pass', async () => {
    let begun = 0;
    let running = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const loop = startWorkLoop({
      pollMs: NEVER_MS,
      onError: () => undefined,
      async pass() {
        begun += 1;
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running -= 1;
        return 'nothing';
      },
    });
    for (let i = 0; i < 10; i += 1) loop.wake();
    const flushed = loop.flush();
    release();
    while (begun < 2) await new Promise((resolve) => setImmediate(resolve));
    release();
    await flushed;
    const stopped = loop.stop();
    release();
    await stopped;
    expect([begun, most]).toEqual([2, 1]);
  });

  it('starts the next pass at once while work remains, and flush waits for the last one', async () => {
    let left = 5;
    const loop = startWorkLoop({
      pollMs: NEVER_MS,
      onError: () => undefined,
      pass: async () => (left-- > 0 ? 'more' : 'nothing'),
    });
    await loop.flush();
    expect(left).toBeLessThan(0);
    await loop.stop();
  });

  it('pauses after a small batch even when it is woken; a flush does not pause', async () => {
    let left = 3;
    let begun = 0;
    const loop = startWorkLoop({
      pollMs: NEVER_MS,
      gatherMs: NEVER_MS,
      onError: () => undefined,
      async pass() {
        begun += 1;
        return left-- > 0 ? 'little' : 'nothing';
      },
    });
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      loop.wake();
    }
    expect(begun).toBe(1);
    await loop.flush();
    expect([begun, left]).toEqual([4, -1]);
    await loop.stop();
  });

  it('reports an error, resolves the flush and retries', async () => {
    const errors: unknown[] = [];
    let attempts = 0;
    const loop = startWorkLoop({
      pollMs: NEVER_MS,
      onError: (error) => errors.push(error),
      async pass() {
        attempts += 1;
        if (attempts <= 2) throw new Error(`planted ${attempts}`);
        return 'nothing';
      },
    });
    while (attempts < 3) await loop.flush();
    expect(errors).toHaveLength(2);
    await loop.stop();
    await loop.flush();
  });
});
