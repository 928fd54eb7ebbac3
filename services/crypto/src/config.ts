import { defineConfig } from '@pii-vault/platform/config/config';
import { z } from 'zod';

export const cryptoConfig = defineConfig('CRYPTO', {
  /** Folder of the local key store, outside the data folder. */
  keysDir: z.string().min(1).default('.keys'),
  /** Life of an epoch key in days: how long a backup can be opened after what is in it was erased. */
  epochLifeDays: z.coerce.number().int().min(1).max(365).default(30),
  /** How often it is looked whether the epoch is over, and what an interrupted turn left to destroy. */
  epochCheckMs: z.coerce.number().int().min(100).default(3_600_000),
  /** How long after its replacement a field-key version may not be destroyed: cache life plus longest transaction. */
  retireGraceMs: z.coerce.number().int().min(0).default(120_000),
});
