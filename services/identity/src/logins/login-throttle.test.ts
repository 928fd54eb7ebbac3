import { describe, expect, it } from 'vitest';
import { createLoginThrottle, THROTTLE_LIMITS } from './login-throttle.ts';

function countingCache() {
  const counts = new Map<string, number>();
  return {
    counts,
    async get(key: string) {
      const count = counts.get(key);
      return count === undefined ? undefined : Buffer.from(String(count));
    },
    async increment(key: string) {
      const next = (counts.get(key) ?? 0) + 1;
      counts.set(key, next);
      return next;
    },
    async delete(key: string) {
      counts.delete(key);
    },
  };
}

describe('createLoginThrottle', () => {
  it('stops guessing at one account from one address, even when the guesses run in parallel', async () => {
    const throttle = createLoginThrottle(countingCache());
    const admitted = await Promise.all(
      Array.from({ length: 30 }, () => throttle.admit('asha@example.in', '203.0.113.7', false)),
    );
    expect(admitted.filter(Boolean)).toHaveLength(THROTTLE_LIMITS.pair);
    expect(await throttle.admit('ravi@example.in', '203.0.113.7', false)).toBe(true);
    expect(await throttle.admit('asha@example.in', '203.0.113.8', false)).toBe(true);
  });

  it('forgets the pair after a success', async () => {
    const throttle = createLoginThrottle(countingCache());
    for (let i = 0; i < 50; i++) {
      expect(await throttle.admit('asha@example.in', '203.0.113.7', false)).toBe(true);
      await throttle.succeeded('asha@example.in', '203.0.113.7');
    }
  });

  it('does not let strangers on many addresses lock the owner out', async () => {
    const throttle = createLoginThrottle(countingCache());
    for (let i = 0; i < THROTTLE_LIMITS.identifier; i++)
      await throttle.failed('asha@example.in', `198.51.100.${i}`);
    expect(await throttle.admit('asha@example.in', '192.0.2.1', false)).toBe(false);
    expect(await throttle.admit('asha@example.in', '192.0.2.2', true)).toBe(true);
  });

  it('stops an address that sprays many accounts', async () => {
    const throttle = createLoginThrottle(countingCache());
    for (let i = 0; i < THROTTLE_LIMITS.address; i++)
      await throttle.failed(`user${i}@example.in`, '2001:db8::1');
    expect(await throttle.admit('other@example.in', '2001:db8::ffff', true)).toBe(false);
    expect(await throttle.admit('other@example.in', '2001:db8:0:1::1', false)).toBe(true);
  });

  it('writes no address and no e-mail into the cache', async () => {
    const cache = countingCache();
    const throttle = createLoginThrottle(cache);
    await throttle.admit('asha@example.in', '203.0.113.7', false);
    await throttle.failed('asha@example.in', '203.0.113.7');
    expect([...cache.counts.keys()].join(' ')).not.toMatch(/asha|203\.0/);
  });
});
