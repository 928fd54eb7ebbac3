import { z } from 'zod';
import { type ConfigOf, defineConfig, secret } from '../core/config/config.ts';
import { isProduction } from '../core/config/production.ts';

/** Address of Redis. The URL contains the password, so it is a secret: use REDIS_URL_FILE. */
export const redisConfig = defineConfig(
  'REDIS',
  {
    /** redis://[user:password@]host:port[/db], or rediss:// for TLS. */
    url: secret(),
    /** PEM of the authority that signed the server's certificate; unset: those that the system trusts. */
    tlsCa: z.string().min(1).optional(),
  },
  ({ url }, env) => (url === undefined || !isProduction(env) ? [] : unprotectedRedis(url.reveal())),
);
export type RedisConfig = ConfigOf<typeof redisConfig>;

function unprotectedRedis(address: string): string[] {
  const url = URL.parse(address);
  return [
    ...(url?.protocol === 'rediss:' ? [] : ['REDIS_URL: production needs TLS; it begins with rediss://']),
    ...(url !== null && url.password !== '' ? [] : ['REDIS_URL: production needs a password in it']),
  ];
}
