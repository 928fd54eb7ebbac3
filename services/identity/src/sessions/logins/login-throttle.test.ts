import { describe, expect, it } from 'vitest';
import { createLoginThrottle, type LoginOrigin, SLOW_ADDRESS, THROTTLE_LIMITS } from './login-throttle.ts';

function countingCache() {
  const counts = new Map<string, number>();
  return {
    counts,
    async set(key: string, value: Uint8Array | string) {
      counts.set(key, Number(value));
    },
    async get(key: string) {
      const count = counts.get(key);
      return count === undefined ? undefined : Buffer.from(String(count));
    },
    async increment(key: string, _ttlMs: number, by = 1) {
      const next = (counts.get(key) ?? 0) + by;
      counts.set(key, next);
      return next;
    },
    async delete(key: string) {
      counts.delete(key);
    },
  };
}

/** A login from an unknown browser at an address. */
const from = (ipAddress: string, more: Partial<LoginOrigin> = {}): LoginOrigin => ({
  ipAddress,
  isKnownAddress: false,
  knownDevice: undefined,
  ...more,
});

describe('createLoginThrottle', () => {
  it('stops guessing at one account from one address, also with concurrent guesses', async () => {
    const throttle = createLoginThrottle(countingCache());
    const admitted = await Promise.all(
      Array.from({ length: 30 }, () => throttle.admit('asha@example.in', from('203.0.113.7'))),
    );
    expect(admitted.filter((one) => one === 'admitted')).toHaveLength(THROTTLE_LIMITS.pair);
    expect(await throttle.admit('ravi@example.in', from('203.0.113.7'))).toBe('admitted');
    expect(await throttle.admit('asha@example.in', from('203.0.113.8'))).toBe('admitted');
  });

  it('forgets the pair after a success', async () => {
    const throttle = createLoginThrottle(countingCache());
    for (let i = 0; i < 50; i++) {
      expect(await throttle.admit('asha@example.in', from('203.0.113.7'))).toBe('admitted');
      await throttle.succeeded('asha@example.in', from('203.0.113.7'));
    }
  });

  it('refunds a counted try within its window only', async () => {
    const cache = countingCache();
    const throttle = createLoginThrottle(cache);
    const asha = ['asha@example.in', from('203.0.113.7')] as const;
    await throttle.admit(...asha);
    await throttle.mayVerify(...asha);
    await throttle.admitOwn(1);
    for (let i = 0; i < 3; i++) {
      await throttle.giveBack(...asha, true);
      await throttle.giveBackOwn(1);
      expect([...cache.counts.values()]).toEqual([0, 0, 0, 0]);
    }
  });

  it('allows a user a hundred wrong tries at their own password per day, and any number of correct ones', async () => {
    const cache = countingCache();
    const throttle = createLoginThrottle(cache);
    for (let n = 0; n < 300; n++) {
      expect(await throttle.admitOwn(1)).toBe(true);
      await throttle.ownSucceeded(1);
    }
    const admitted: boolean[] = [];
    for (let n = 0; n < 150; n++) {
      // Each window of 15 minutes starts at zero.
      await cache.delete('login:own:1');
      admitted.push(await throttle.admitOwn(1));
    }
    expect(admitted.filter(Boolean)).toHaveLength(THROTTLE_LIMITS.ownPasswordDay);
    expect(await throttle.admitOwn(2)).toBe(true);
  });

  it('does not let strangers on many addresses lock out the owner', async () => {
    const throttle = createLoginThrottle(countingCache());
    for (let i = 0; i < THROTTLE_LIMITS.identifier; i++)
      await throttle.failed('asha@example.in', from(`198.51.100.${i}`));
    expect(await throttle.admit('asha@example.in', from('192.0.2.1'))).toBe('verify');
    expect(await throttle.admit('asha@example.in', from('192.0.2.2', { isKnownAddress: true }))).toBe(
      'admitted',
    );
  });

  it('gives a known device separate tries, for any tries of strangers at its address and account', async () => {
    const throttle = createLoginThrottle(countingCache());
    const device = { knownDevice: 'cookie' };
    for (let i = 0; i < THROTTLE_LIMITS.everyone; i++)
      await throttle.failed('asha@example.in', from('192.0.2.1'));
    for (let i = 0; i < THROTTLE_LIMITS.pair; i++) await throttle.admit('asha@example.in', from('192.0.2.1'));
    for (let i = 0; i < THROTTLE_LIMITS.pair; i++)
      expect(await throttle.admit('asha@example.in', from('192.0.2.1', device))).toBe('admitted');
    expect(await throttle.admit('asha@example.in', from('192.0.2.1', device))).toBe('verify');
  });

  it('requires the code from strangers after a hundred failures in a day, at any rate', async () => {
    const cache = countingCache();
    const throttle = createLoginThrottle(cache);
    for (let i = 0; i < THROTTLE_LIMITS.identifierDay; i++)
      await throttle.failed('asha@example.in', from(`198.51.100.${i}`));
    for (const key of cache.counts.keys()) if (!key.startsWith('login:day')) cache.counts.delete(key);
    expect(await throttle.admit('asha@example.in', from('192.0.2.1'))).toBe('verify');
    expect(await throttle.admit('ravi@example.in', from('192.0.2.1'))).toBe('admitted');
  });

  it('stops an address that sprays many accounts', async () => {
    const throttle = createLoginThrottle(countingCache());
    for (let i = 0; i < THROTTLE_LIMITS.address; i++)
      await throttle.failed(`user${i}@example.in`, from('2001:db8::1'));
    expect(await throttle.admit('other@example.in', from('2001:db8::ffff', { isKnownAddress: true }))).toBe(
      'later',
    );
    expect(await throttle.admit('other@example.in', from('2001:db8:0:1::1'))).toBe('admitted');
  });

  it('lets who was turned away return after two seconds, at a limited rate, with the code', async () => {
    const cache = countingCache();
    let now = 1_000_000;
    const throttle = createLoginThrottle(cache, () => now);
    const asha = ['asha@example.in', from('203.0.113.7')] as const;
    const crowd = Array.from({ length: 2 * SLOW_ADDRESS.checks }, (_, n) => `staff${n}@example.in`);
    const admitAll = () => Promise.all(crowd.map((one) => throttle.admit(one, from('203.0.113.7'))));
    for (let i = 0; i < THROTTLE_LIMITS.address; i++)
      await throttle.failed(`user${i}@example.in`, from('203.0.113.7'));
    expect(await throttle.admit(...asha)).toBe('later');
    await throttle.turnedAway(...asha);
    now += SLOW_ADDRESS.returnsAfterMs - 1;
    expect(await throttle.admit(...asha)).toBe('later');
    await throttle.turnedAway(...asha);
    now += 1;
    expect(await throttle.admit(...asha)).toBe('verify');

    expect(new Set(await admitAll())).toEqual(new Set(['later']));
    for (const one of crowd) await throttle.turnedAway(one, from('203.0.113.7'));
    now += SLOW_ADDRESS.returnsAfterMs;
    const returned = await admitAll();
    expect(returned.filter((one) => one === 'verify')).toHaveLength(SLOW_ADDRESS.checks - 1);
    expect(await throttle.admit('asha@example.in', from('203.0.113.7', { knownDevice: 'cookie' }))).toBe(
      'admitted',
    );
  });

  it('stores no address and no e-mail in the cache', async () => {
    const cache = countingCache();
    const throttle = createLoginThrottle(cache);
    await throttle.admit('asha@example.in', from('203.0.113.7'));
    await throttle.failed('asha@example.in', from('203.0.113.7'));
    await throttle.turnedAway('asha@example.in', from('203.0.113.7'));
    expect([...cache.counts.keys()].join(' ')).not.toMatch(/asha|203\.0/);
  });
});
