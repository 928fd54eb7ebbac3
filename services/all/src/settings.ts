import { type ConfigOf, defineConfig } from '@pii-vault/platform/config/config';
import { hostsConfig } from '@pii-vault/platform/net/hosts-config';
import { metricsConfig } from '@pii-vault/platform/telemetry/metrics';
import { z } from 'zod';

/** Settings of the embedded topology. Every module reads its own beside them. */
export const settings = defineConfig('PIIVAULT', {
  /** Unset: the port of the last run, else 8080, else the next free one. */
  port: z.coerce.number().int().min(1).max(65535).optional(),
  dataDir: z.string().min(1).default('.data'),
  /** Outside the data folder: who has both has the data. */
  keysDir: z.string().min(1).default('.keys'),
  /** Folder of the programs of PostgreSQL 18, say those of the system; unset: those of npm, which are built to be small. */
  postgresBin: z.string().min(1).optional(),
  /** Of /livez, /readyz and /metrics, on loopback; 0 lets the system choose, the log tells. */
  metricsPort: z.coerce.number().int().min(0).max(65535).default(0),
  allowedHosts: hostsConfig.shape.allowedHosts,
  loopDelayResolutionMs: metricsConfig.shape.loopDelayResolutionMs,
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  environment: z.enum(['development', 'testing', 'production']).default('development'),
  /** Everything in one process is for evaluation; production must say that it means it. */
  allowAllInOne: z.stringbool().default(false),
});
export type Settings = ConfigOf<typeof settings>;
