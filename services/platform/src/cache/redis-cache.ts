import { Redis } from 'ioredis';
import { unavailable } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import type { Cache } from './cache.ts';
import type { RedisConfig } from './redis-config.ts';

export interface RedisCacheOptions extends RedisConfig {
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const PREFIX = 'pii-vault:';
/** Timeout in ms: a slower cache is no help to a request. */
const ANSWER_MS = 500;
const CONNECT_MS = 2_000;
const MAX_RECONNECT_MS = 2_000;

/** One command: with two, a process that dies between them would leave a counter without expiry. */
const COUNT = `local n = redis.call('INCRBY', KEYS[1], ARGV[2])
if n == tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return n`;

/**
 * Cache that replicas share. While Redis is down every call rejects at once with UNAVAILABLE CACHE_UNAVAILABLE. Nothing
 * is queued and nothing is sent twice. It reconnects automatically.
 */
export function redisCache(options: RedisCacheOptions): Cache {
  const redis = connect(options);
  const tried = firstAttempt(redis);
  reportOutages(redis, options.log);

  async function ask<T>(command: () => Promise<T>): Promise<T> {
    await tried;
    try {
      return await command();
    } catch (cause) {
      throw unavailable('CACHE_UNAVAILABLE', 'The cache cannot be reached', { cause });
    }
  }

  return {
    get: async (key) => (await ask(() => redis.getBuffer(key))) ?? undefined,
    set: async (key, value, ttlMs) => void (await ask(() => redis.set(key, Buffer.from(value), 'PX', ttlMs))),
    delete: async (key) => void (await ask(() => redis.del(key))),
    increment: async (key, ttlMs, by = 1) => Number(await ask(() => redis.eval(COUNT, 1, key, ttlMs, by))),
    async close() {
      redis.disconnect();
    },
  };
}

function connect({ url, tlsCa }: RedisCacheOptions): Redis {
  const address = url.reveal();
  return new Redis(address, {
    keyPrefix: PREFIX,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    // Closes a silent connection, so that later calls fail at once.
    socketTimeout: 2 * ANSWER_MS,
    retryStrategy: (attempt) =>
      Math.min(50 * 2 ** Math.min(attempt, 10), MAX_RECONNECT_MS) * (0.5 + Math.random() / 2),
    // A replica that was the primary until recently: the address resolves to another one by now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...(address.startsWith('rediss:') && tlsCa !== undefined ? { tls: { ca: tlsCa } } : {}),
  });
}

/** Resolves when the first attempt to connect has succeeded or failed; earlier calls wait for it. */
function firstAttempt(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['ready', 'close', 'end'] as const) redis.once(event, () => resolve());
  });
}

/** Logs one line when the connection is lost and one when it is back, for any number of attempts. */
function reportOutages(redis: Redis, log: RedisCacheOptions['log']): void {
  let isAway = false;
  // Without a listener ioredis prints its errors on the console.
  redis.on('error', (error: Error) => {
    if (!isAway) log.warn('cache is away', { err: error });
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info('cache is back');
    isAway = false;
  });
}
