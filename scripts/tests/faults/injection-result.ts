import type { Drain } from './backlog.ts';

/** Result of one fault. Times in ms. */
export interface InjectionResult {
  readonly fault: string;
  readonly what: string;
  /** The fault had no effect; `what` says why. */
  readonly isMissed: boolean;
  /** Duration of the fault. */
  readonly lastedMs: number;
  /** From its end until a create and a reveal sent afterwards succeeded; undefined after the timeout. */
  readonly recoveredMs: number | undefined;
  /** Whether the backlog was shipped and handled in time. */
  readonly isDrained: boolean;
  /** The drain of the backlog; undefined if it was small. */
  readonly drain: Drain | undefined;
}
