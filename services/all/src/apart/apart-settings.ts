import { defineConfig } from '@pii-vault/platform/config/config';
import { z } from 'zod';
import { settings } from '../settings.ts';

/** The settings of `make run`, with folders of their own, and which real parts are started. */
export const apartSettings = defineConfig('PIIVAULT', {
  ...settings.shape,
  dataDir: z.string().min(1).default('.data-apart'),
  keysDir: z.string().min(1).default('.keys-apart'),
  /** Any of kafka, redis, softhsm; what is left out is replaced by the embedded part. */
  parts: z
    .string()
    .default('kafka,redis,softhsm')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(['kafka', 'redis', 'softhsm']))),
});
