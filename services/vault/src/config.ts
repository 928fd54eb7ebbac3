import { type ConfigOf, defineConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';
import type { AnswerLimits } from './budgets/answer-guard.ts';
import type { UploadLimits } from './imports/upload-room.ts';

/** Settings of the vault; README.md prints them. */
export const vaultConfig = defineConfig('VAULT', {
  /** Days that a deleted field is kept sealed before it is destroyed (DPDP Rules 2025, rule 8(3): one year). */
  retentionFloorDays: z.coerce.number().int().min(0).max(36_500).default(365),
  /** Companies that keep what is sealed for other days: `company:days,…`; 0 = destroyed at once. */
  retentionFloorByCompany: z
    .string()
    .regex(/^(\d+:\d{1,5}(,\d+:\d{1,5})*)?$/, 'company:days, separated by commas')
    .default(''),
  /** Searches by value per caller, company and minute. */
  searchesPerMinute: z.coerce.number().int().min(1).default(60),
  /**
   * Answers per user, company and hour that tell whether a stored value is equal to the one that was sent: of sessions,
   * of API credentials, and rows of imports.
   */
  answersPerHour: z.coerce.number().int().min(0).default(100),
  clientAnswersPerHour: z.coerce.number().int().min(0).default(10_000),
  importAnswersPerHour: z.coerce.number().int().min(0).default(1_000_000),
  /**
   * After a new field-key version was noticed until the former ones take no more wraps, and again from the last wrap
   * moved to the retirement, ms: life of an opened key plus the longest request.
   */
  fieldKeySettleMs: z.coerce.number().int().min(0).default(70_000),
  /** Largest import file, bytes. */
  importMaxBytes: z.coerce
    .number()
    .int()
    .min(1)
    .default(2 * 1024 ** 3),
  /** Bytes of files of one company that are stored and not yet imported, at most. */
  importInFlightBytes: z.coerce
    .number()
    .int()
    .min(1)
    .default(4 * 1024 ** 3),
  /** A folder on the disk of the database, where it is of this machine; unset: the disk is not looked at. */
  importDiskFolder: z.string().min(1).optional(),
  /** Bytes that imports leave free on that disk. */
  importKeepFreeBytes: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024 ** 3),
  /** Threads that encode people for matching, at most. */
  encodingThreads: z.coerce.number().int().min(1).max(64).default(1),
  /** Threads that encrypt people who come many at a time, at most. */
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
