import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../core/config/config.ts';
import { silentLogger } from '../core/log/log.ts';
import { addressOf, startTestServices, type TestServices } from '../testing/test-services.ts';
import type { Cache } from './cache.ts';
import { describeCacheContract } from './cache-contract.ts';
import { cacheWithFallback } from './cache-with-fallback.ts';
import { openCache } from './open-cache.ts';
import { redisCache } from './redis-cache.ts';
import { redisConfig } from './redis-config.ts';

const shared = inject('testServices');
const open = (env: Readonly<Record<string, string>>) =>
  redisCache({ ...loadConfig(redisConfig, env), log: silentLogger() });
const admin = async (env: Readonly<Record<string, string>>) =>
  new Redis((await readFile(addressOf(env, 'REDIS_URL_FILE'), 'utf8')).trim());

/** Shortens the time to live of each entry instead of waiting, because fake timers do not affect Redis. */
async function shorten(ms: number): Promise<void> {
  const redis = await admin(shared);
  for (const key of await redis.keys('pii-vault:*')) {
    const left = await redis.pttl(key);
    expect(left, `${key} has no expiry`).toBeGreaterThan(0);
    await redis.pexpire(key, left - ms);
  }
  redis.disconnect();
}

describeCacheContract('Redis', () => ({ cache: open(shared), pass: shorten }));
const opened = await openCache({ PIIVAULT_CACHE: 'redis', ...shared }, silentLogger());
describeCacheContract('Redis with a fallback', () => ({ cache: opened, pass: shorten }));

it('uses TLS and refuses a server with an unknown certificate', async () => {
  const env = { REDIS_URL_FILE: addressOf(shared, 'SECURE_REDIS_URL_FILE') };
  const trusting = open({ ...env, REDIS_TLS_CA_FILE: addressOf(shared, 'SECURE_REDIS_TLS_CA_FILE') });
  await trusting.set('tls', 'yes', 60_000);
  expect((await trusting.get('tls'))?.toString()).toBe('yes');
  const strict = open(env);
  await expect(strict.get('tls')).rejects.toMatchObject({ reason: 'CACHE_UNAVAILABLE' });
  await Promise.all([trusting.close(), strict.close()]);
});

describe('a Redis outage', () => {
  let own: TestServices;
  let cache: Cache;
  beforeAll(async () => {
    own = await startTestServices(await mkdtemp(join(tmpdir(), 'pii-vault-redis-')), ['redis']);
    cache = open(own.env);
  });
  afterAll(async () => {
    await cache.close();
    await own.stop();
  });

  /** Resolves at the first answer after a reconnect. */
  async function answers(to: Cache): Promise<void> {
    for (let isBack = false; !isBack; ) {
      isBack = await to.get('any').then(
        () => true,
        () => false,
      );
      if (!isBack) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('fails calls at once, and ends with an automatic reconnect', async () => {
    expect(await cache.increment('a', 60_000)).toBe(1);
    await own.stop('redis');
    for (const call of [cache.get('a'), cache.set('a', 'x', 1), cache.delete('a'), cache.increment('a', 1)])
      await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'CACHE_UNAVAILABLE' });
    await own.start('redis');
    await answers(cache);
    expect(await cache.increment('a', 60_000)).toBe(1);
  });

  it('is bridged by stricter counters of this process', async () => {
    const safe = cacheWithFallback(open(own.env));
    expect(await safe.increment('b', 60_000)).toBe(1);
    await own.stop('redis');
    expect([await safe.increment('b', 60_000), await safe.increment('b', 60_000)]).toEqual([4, 8]);
    expect((await safe.get('b'))?.toString()).toBe('8');
    await safe.set('c', '7', 60_000);
    expect((await safe.get('c'))?.toString()).toBe('7');
    await safe.delete('b');
    expect(await safe.get('b')).toBeUndefined();
    await own.start('redis');
    await answers(cache);
    await safe.close();
  });

  it('that loses all data restarts the counters', async () => {
    await cache.increment('d', 60_000);
    const redis = await admin(own.env);
    await redis.flushall();
    redis.disconnect();
    expect(await cache.increment('d', 60_000)).toBe(1);
  });
});
