import { z } from 'zod';
import { defineConfig, type Environment, loadConfig } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import type { Cache } from './cache.ts';
import { cacheWithFallback } from './cache-with-fallback.ts';
import { memoryCache } from './memory-cache.ts';
import { redisCache } from './redis-cache.ts';
import { redisConfig } from './redis-config.ts';

/** Which cache a process uses: PIIVAULT_CACHE. Replicas of one service need Redis, or each counts for itself. */
export const cacheConfig = defineConfig('PIIVAULT', {
  cache: z.enum(['memory', 'redis']).default('memory'),
});

/** @throws ConfigError when what the chosen cache needs is not set */
export function openCache(env: Environment, log: Pick<Logger, 'info' | 'warn'>): Cache {
  if (loadConfig(cacheConfig, env).cache === 'memory') return memoryCache();
  return cacheWithFallback(redisCache({ ...loadConfig(redisConfig, env), log }));
}
