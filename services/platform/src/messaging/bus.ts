import type { ServiceName } from '../core/context/caller.ts';
import type { RecordGuard } from './record-guard.ts';

/** An event on its way. (producer, topic, epoch, seq) names it for ever; `eventId` does too. */
export interface BusMessage {
  readonly eventId: string;
  readonly topic: string;
  readonly key: string;
  readonly producer: ServiceName;
  /** Numbering period of the producer; a restore from backup starts a new one. */
  readonly epoch: number;
  /** Gapless from 1 per (producer, topic, epoch). */
  readonly seq: number;
  readonly companyId: number | null;
  readonly payload: Uint8Array;
  readonly createdAt: Date;
  /** W3C traceparent of the work that wrote it, when that was traced. */
  readonly traceparent?: string | undefined;
}

/** Default time that a bus keeps messages which every group has handled, ms. */
export const BUS_RETENTION_MS = 7 * 86_400_000;

/** How long an inbox remembers a message: a week longer than the bus keeps it. */
export const INBOX_MEMORY_MS = BUS_RETENTION_MS + 7 * 86_400_000;

export interface SubscriptionSpec {
  /** Each group receives every message once (and again after a crash); members of a group share the work. */
  readonly group: string;
  readonly topics: readonly string[];
  /** Most messages per call; default 500. */
  readonly maxBatch?: number;
  /** Absent: every record needs a signature, and a refused one is only logged. */
  readonly guard?: RecordGuard;
  /**
   * Gets messages of one topic in order of publication. When it resolves the position is kept; when it
   * rejects the same messages come again after a pause.
   */
  handler(batch: BusMessage[]): Promise<void>;
}

export interface Subscription {
  /**
   * Resolves when everything published before the call has been handled, or cannot be now: the handler refuses it, the
   * bus is away, or the subscription was stopped. `lag` tells which.
   */
  flush(): Promise<void>;
  /** What was published and is not yet handled: messages, or a bus's records of several. 0 when nothing is. */
  lag(): Promise<number>;
  /** Lets the running handler finish, then receives no more. */
  stop(): Promise<void>;
}

/**
 * Port. Delivers at least once, in order per (topic, key); a message published twice under the same
 * (producer, topic, epoch, seq) is delivered once. A new group starts at the oldest message kept.
 */
export interface Bus {
  /** @throws AppError DATA_LOSS when a known number arrives with another eventId */
  publish(messages: readonly BusMessage[]): Promise<void>;
  subscribe(spec: SubscriptionSpec): Promise<Subscription>;
  /** Rejects when the bus cannot be reached. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
