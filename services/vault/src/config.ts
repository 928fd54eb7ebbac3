import { type ConfigOf, defineConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';
import type { UploadLimits } from './imports/upload-room.ts';
import type { AnswerLimits } from './limits/budgets/answer-guard.ts';

/** Settings of the vault; README.md prints them. */
export const vaultConfig = defineConfig('VAULT', {
  /** Days between the sealing of a deleted field and its destruction (DPDP Rules 2025, rule 8(3): one year). */
  retentionFloorDays: z.coerce.number().int().min(0).max(36_500).default(365),
  /** Other retention floors of single companies: `company:days,…`; 0 = destroyed at once. */
  retentionFloorByCompany: z
    .string()
    .regex(/^(\d+:\d{1,5}(,\d+:\d{1,5})*)?$/, 'company:days, separated by commas')
    .default(''),
  /** Searches by value per caller, company and minute. */
  searchesPerMinute: z.coerce.number().int().min(1).default(60),
  /**
   * Answers per user, company and hour that show whether a stored value equals the sent one: in sessions, by API
   * credentials, and for rows of imports.
   */
  answersPerHour: z.coerce.number().int().min(0).default(100),
  clientAnswersPerHour: z.coerce.number().int().min(0).default(10_000),
  importAnswersPerHour: z.coerce.number().int().min(0).default(1_000_000),
  /**
   * People erased and values deleted per user, company and day without the approval of a second person: in sessions,
   * and again by API credentials, which count for the person who made them.
   */
  erasuresPerDay: z.coerce.number().int().min(0).default(100),
  /** People whose consents POST /consents records, per user, company and day; counted in the same way. */
  consentsPerDay: z.coerce.number().int().min(0).default(500),
  /**
   * Wait after a new field-key version is noticed until former ones accept no wraps, and again between the last moved
   * wrap and the retirement, ms: life of an opened key plus the longest request.
   */
  fieldKeySettleMs: z.coerce.number().int().min(0).default(70_000),
  /** Largest import file, bytes. */
  importMaxBytes: z.coerce
    .number()
    .int()
    .min(1)
    .default(2 * 1024 ** 3),
  /** Limit of bytes of stored files of one company that are not imported yet. */
  importInFlightBytes: z.coerce
    .number()
    .int()
    .min(1)
    .default(4 * 1024 ** 3),
  /** A folder on the disk of the database, if that disk is local; unset: free space is not checked. */
  importDiskFolder: z.string().min(1).optional(),
  /** Free bytes that imports leave on that disk. */
  importKeepFreeBytes: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024 ** 3),
  /** Maximum number of threads that encode people for matching. */
  encodingThreads: z.coerce.number().int().min(1).max(64).default(1),
  /** Maximum number of threads that encrypt batches of people. */
  sealingThreads: z.coerce.number().int().min(1).max(64).default(1),
});

export function uploadLimits(config: ConfigOf<typeof vaultConfig>): UploadLimits {
  const { importInFlightBytes, importKeepFreeBytes, importDiskFolder } = config;
  return {
    inFlightBytes: importInFlightBytes,
    keepFreeBytes: importKeepFreeBytes,
    diskFolder: importDiskFolder,
  };
}

export function answerLimits(config: ConfigOf<typeof vaultConfig>): AnswerLimits {
  const { answersPerHour, clientAnswersPerHour, importAnswersPerHour } = config;
  return { session: answersPerHour, client: clientAnswersPerHour, imports: importAnswersPerHour };
}
