import { randomInt } from 'node:crypto';
import type { LineageConfig } from '../config.ts';

/** When pairs across companies are shown, and how many a credential may cause (decision 0040). */
export interface Disclosure {
  now(): Date;
  /** 0 to 1: drawn once for a batch and stored with it. */
  jitter(): number;
  readonly budgets: Budgets;
}

export interface Budgets {
  /** Pairs that records of one credential make, other than an import; those of a company may be five times as many. */
  readonly linksPerHour: number;
  /** Pairs that imports of a company make, or records of an agreement whose writer is not known. */
  readonly importLinksPerHour: number;
  /**
   * Pairs of a company's imports in an hour beyond which an alarm is raised; so of linked records that they correct in
   * an hour, and of those that they wrote and that are erased in a day.
   */
  readonly importLinksAlarm: number;
  /** Corrections of linked records by one credential. */
  readonly correctionsPerHour: number;
  /** Records of one credential that are erased within a day of being linked. */
  readonly erasuresPerDay: number;
  /** Hours until a pair is shown that neither Aadhaar nor PAN joins: that it exists depends on names and dates. */
  readonly weakPairHours: number;
}

const STEPS = 1_000_000;

export function disclosureOf(budgets: Budgets): Disclosure {
  return { now: () => new Date(), jitter: () => randomInt(STEPS) / STEPS, budgets };
}

export function budgetsOf(config: LineageConfig): Budgets {
  const { linksPerHour, importLinksPerHour, importLinksAlarm } = config;
  const { correctionsPerHour, erasuresPerDay, weakPairHours } = config;
  return {
    linksPerHour,
    importLinksPerHour,
    importLinksAlarm,
    correctionsPerHour,
    erasuresPerDay,
    weakPairHours,
  };
}
