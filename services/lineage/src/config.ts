import { type ConfigOf, defineConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';

export const lineageConfig = defineConfig('LINEAGE', {
  /** Records matched in one go. Of an import ten times as many are stored as one. */
  matchBatch: z.coerce.number().int().min(1).max(1000).default(200),
  /** From so many waiting records on a scope may be matched all at once, in threads. */
  bulkFrom: z.coerce.number().int().min(1).default(1_000),
  /** Number of records from which a scope has its own model, learnt when it is matched all at once. */
  learnFrom: z.coerce.number().int().min(100).default(300),
  /** Pairs across companies that records of one credential may make in an hour; a company's five times as many. */
  linksPerHour: z.coerce.number().int().min(1).default(20),
  /**
   * Pairs across companies that imports of a company, or an agreement's records of unknown writers, may show in an
   * hour; the rest waits.
   */
  importLinksPerHour: z.coerce.number().int().min(1).default(1_000),
  /**
   * Pairs across companies that imports of a company may make in an hour before both companies have an alarm. So many
   * linked records they may correct in an hour, too, and so many of theirs be erased in a day.
   */
  importLinksAlarm: z.coerce.number().int().min(0).default(200),
  /** Corrections of linked records by one credential in an hour. */
  correctionsPerHour: z.coerce.number().int().min(1).default(10),
  /** Records of one credential that may be erased within a day of being linked. */
  erasuresPerDay: z.coerce.number().int().min(0).default(3),
  /** Hours until a pair is shown that neither Aadhaar nor PAN joins. */
  weakPairHours: z.coerce.number().int().min(0).max(720).default(24),
  /** ms until the records of a suspended company are asked for again. */
  suspendedRestMs: z.coerce.number().int().min(1).default(15_000),
});

export type LineageConfig = ConfigOf<typeof lineageConfig>;
