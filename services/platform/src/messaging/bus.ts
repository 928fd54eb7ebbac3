import type { ServiceName } from '../core/context/caller.ts';
import type { RecordGuard } from './record-guard.ts';

/** A published event. (producer, topic, epoch, seq) identifies it uniquely; so does `eventId`. */
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
  /** Each group receives every message once (again after a crash); members of a group share the messages. */
  readonly group: string;
  readonly topics: readonly string[];
  /** Most messages per call; default 500. */
  readonly maxBatch?: number;
  /** Absent: every record needs a signature, and a refused one is only logged. */
  readonly guard?: RecordGuard;
  /**
   * Receives messages of one topic in order of publication. If it resolves, the position is stored; if it rejects, the
   * same messages are delivered again after a pause.
   */
  handler(batch: BusMessage[]): Promise<void>;
}

export interface Subscription {
  /**
   * Resolves when everything published before the call has been handled, or cannot be now: the handler refuses it, the
   * bus is unavailable, or the subscription was stopped. `lag` shows which.
   */
  flush(): Promise<void>;
  /** Number of published and unhandled messages, or of a bus's records of several. */
  lag(): Promise<number>;
  /** Waits for the running handler, then stops receiving. */
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
