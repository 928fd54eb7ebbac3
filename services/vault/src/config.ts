import { defineConfig } from '@pii-vault/platform/config/config';
import { z } from 'zod';

/** Settings of the vault; README.md prints them. */
export const vaultConfig = defineConfig('VAULT', {
  /** Days that a deleted field is kept sealed before it is destroyed (DPDP Rules 2025, rule 8(3): one year). */
  retentionFloorDays: z.coerce.number().int().min(0).max(36_500).default(365),
  /** Searches by value per caller, company and minute. */
  searchesPerMinute: z.coerce.number().int().min(1).default(60),
  /** Largest import file, bytes. */
  importMaxBytes: z.coerce
    .number()
    .int()
    .min(1)
    .default(2 * 1024 ** 3),
});
