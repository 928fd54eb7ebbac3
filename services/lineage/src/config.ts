import { type ConfigOf, defineConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';

export const lineageConfig = defineConfig('LINEAGE', {
  /** Records per batch. Features of an import are stored for ten batches together. */
  matchBatch: z.coerce.number().int().min(1).max(1000).default(200),
  /** Number of waiting records from which a scope may be matched in one pass, in threads. */
  bulkFrom: z.coerce.number().int().min(1).default(1_000),
  /** Minimum number of records for a scope to learn its own model in such a pass. */
  learnFrom: z.coerce.number().int().min(100).default(300),
  /** Pairs across companies per hour and credential; five times as many per company. */
  linksPerHour: z.coerce.number().int().min(1).default(20),
  /**
   * Pairs across companies shown per hour for a company's imports, or for an agreement's records of unknown writers;
   * further pairs wait.
   */
  importLinksPerHour: z.coerce.number().int().min(1).default(1_000),
  /**
   * Pairs across companies per hour from a company's imports, above which both companies get an alarm. The same limit
   * applies to corrections of linked records per hour and to erasures of them per day.
   */
  importLinksAlarm: z.coerce.number().int().min(0).default(200),
  /** Corrections of linked records per hour and credential. */
  correctionsPerHour: z.coerce.number().int().min(1).default(10),
  /** Records of one credential that may be erased within a day after they were linked. */
  erasuresPerDay: z.coerce.number().int().min(0).default(3),
  /** Hours until a pair is shown in which neither Aadhaar nor PAN agrees. */
  weakPairHours: z.coerce.number().int().min(0).max(720).default(24),
  /** Retry interval for records of a suspended company, ms. */
  suspendedRestMs: z.coerce.number().int().min(1).default(15_000),
});

export type LineageConfig = ConfigOf<typeof lineageConfig>;
