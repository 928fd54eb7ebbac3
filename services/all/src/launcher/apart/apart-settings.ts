import { defineConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';
import { settings } from '../settings.ts';

/** Settings of `make run` with other default folders, and the choice of external services. */
export const apartSettings = defineConfig('PIIVAULT', {
  ...settings.shape,
  dataDir: z.string().min(1).default('.data-apart'),
  keysDir: z.string().min(1).default('.keys-apart'),
  /** Any of kafka, redis, softhsm; the embedded part replaces each one that is left out. */
  parts: z
    .string()
    .default('kafka,redis,softhsm')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(['kafka', 'redis', 'softhsm']))),
});
