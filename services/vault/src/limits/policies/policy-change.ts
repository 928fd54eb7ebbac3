import type { RevealPolicy } from './reveal-policy.ts';

/** A pending change that loosens a limit. */
export interface PolicyChange {
  readonly id: number;
  readonly companyId: number;
  readonly wanted: RevealPolicy;
  readonly requestedBy: number;
  /** Users who may not decide. */
  readonly barred: readonly number[];
  /**
   * There was no second person at the request: it takes effect at dueAt if there is still none. Otherwise it lapses.
   */
  readonly isAlone: boolean;
  readonly requestedAt: Date;
  readonly dueAt: Date;
}

/** How long a change is pending, until it lapses or takes effect. */
export const CHANGE_WAIT_MS = 3 * 24 * 3_600_000;

/** Each request is mailed to the administrators. */
export const MAX_CHANGES_A_DAY = 20;
