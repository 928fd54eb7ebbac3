import type { Drain } from './backlog.ts';

/** What one fault did. Times in ms. */
export interface Injected {
  readonly fault: string;
  readonly what: string;
  /** It was injected, and nothing went wrong by it: `what` says how that was seen. */
  readonly isMissed: boolean;
  /** From the first moment of the fault to its last. */
  readonly lastedMs: number;
  /** From there until a write and a reveal that were sent afterwards had succeeded; undefined when that took too long. */
  readonly recoveredMs: number | undefined;
  /** Whether what had gathered was shipped and handled in time. */
  readonly isCalm: boolean;
  /** How the events that had gathered were shipped, when many had. */
  readonly drain: Drain | undefined;
}
