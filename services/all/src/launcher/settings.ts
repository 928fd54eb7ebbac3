import { type ConfigOf, defineConfig } from '@pii-vault/platform/core/config/config';
import { hostsConfig } from '@pii-vault/platform/core/net/hosts-config';
import { metricsConfig } from '@pii-vault/platform/core/telemetry/metrics';
import { zoneConfig } from '@pii-vault/platform/domain/company-days/company-zones';
import { z } from 'zod';

/** Settings of the single-process vault. Every module also reads its own settings. */
export const settings = defineConfig('PIIVAULT', {
  /** Unset: the port of the last run, else 8080, else the next free one. */
  port: z.coerce.number().int().min(1).max(65535).optional(),
  dataDir: z.string().min(1).default('.data'),
  /** Outside the data folder: keys and data together give access to all values. */
  keysDir: z.string().min(1).default('.keys'),
  /** Folder of the programs of PostgreSQL 18; unset: those from npm, which are optimised for size. */
  postgresBin: z.string().min(1).optional(),
  /** Port of /livez, /readyz and /metrics on loopback; 0: chosen by the system and logged. */
  metricsPort: z.coerce.number().int().min(0).max(65535).default(0),
  allowedHosts: hostsConfig.shape.allowedHosts,
  loopDelayResolutionMs: metricsConfig.shape.loopDelayResolutionMs,
  timeZone: zoneConfig.shape.timeZone,
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  environment: z.enum(['development', 'testing', 'production']).default('development'),
  /** A single process is for evaluation; production has to allow it explicitly. */
  allowAllInOne: z.stringbool().default(false),
});
export type Settings = ConfigOf<typeof settings>;
