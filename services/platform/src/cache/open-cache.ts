import { z } from 'zod';
import { defineConfig, type Environment, loadConfig } from '../core/config/config.ts';
import type { Logger } from '../core/log/log.ts';
import type { Cache } from './cache.ts';
import { cacheWithFallback } from './cache-with-fallback.ts';
import { memoryCache } from './memory-cache.ts';
import { redisConfig } from './redis-config.ts';

/** Cache of a process: PIIVAULT_CACHE. Replicas of one service need Redis; otherwise each counts separately. */
export const cacheConfig = defineConfig('PIIVAULT', {
  cache: z.enum(['memory', 'redis']).default('memory'),
});

/** Loads only the configured cache. @throws ConfigError when one of its settings is missing */
export async function openCache(env: Environment, log: Pick<Logger, 'info' | 'warn'>): Promise<Cache> {
  if (loadConfig(cacheConfig, env).cache === 'memory') return memoryCache();
  const settings = loadConfig(redisConfig, env);
  const { redisCache } = await import('./redis-cache.ts');
  return cacheWithFallback(redisCache({ ...settings, log }));
}
