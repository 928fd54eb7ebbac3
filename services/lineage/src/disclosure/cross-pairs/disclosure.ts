import { randomInt } from 'node:crypto';
import type { LineageConfig } from '../../config.ts';

/** When pairs across companies are shown, and the budgets per credential (decision 0040). */
export interface Disclosure {
  now(): Date;
  /** 0 to 1: drawn once per batch and stored with it. */
  jitter(): number;
  readonly budgets: Budgets;
}

export interface Budgets {
  /** Pairs per credential other than an import; a company may have five times as many. */
  readonly linksPerHour: number;
  /** Pairs of a company's imports, or of an agreement's records whose writer is unknown. */
  readonly importLinksPerHour: number;
  /**
   * Pairs of a company's imports in an hour above which an alarm is raised. The same limit holds for linked records
   * that they correct in an hour, and for those that they wrote and that are erased in a day.
   */
  readonly importLinksAlarm: number;
  /** Corrections of linked records by one credential. */
  readonly correctionsPerHour: number;
  /** Records of one credential that are erased within a day after they were linked. */
  readonly erasuresPerDay: number;
  /** Hours until a pair is shown in which neither Aadhaar nor PAN agrees: its existence depends on names and dates. */
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
