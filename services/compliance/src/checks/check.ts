import type { RuleResult } from '../rules/evaluate-rule.ts';

/** A result as it was stored. */
export interface Check extends RuleResult {
  readonly id: number;
  readonly companyId: number;
  readonly ruleId: string;
  /** The text of law that it was judged by. */
  readonly lawVersion: string;
  /** Its reasons in English. */
  readonly details: string;
  readonly createdAt: Date;
  readonly nextCheckDue: Date;
}

/** A check is repeated daily. */
export const CHECK_EVERY_MS = 86_400_000;
/** … and sooner where a rule had no data. */
export const RETRY_AFTER_MS = 15 * 60_000;
