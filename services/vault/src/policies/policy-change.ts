import type { RevealPolicy } from './reveal-policy.ts';

/** A change that loosens a limit and waits. */
export interface PolicyChange {
  readonly id: number;
  readonly companyId: number;
  readonly wanted: RevealPolicy;
  readonly requestedBy: number;
  /** Users who may not decide. */
  readonly barred: readonly number[];
  /** No second person could decide at the request: it takes effect at dueAt if none can then. Otherwise it lapses. */
  readonly isAlone: boolean;
  readonly requestedAt: Date;
  readonly dueAt: Date;
}

/** How long a change waits, for a second person or for its effect. */
export const CHANGE_WAIT_MS = 3 * 24 * 3_600_000;

/** Each request is mailed to the administrators. */
export const MAX_CHANGES_A_DAY = 20;
