import type { Ctx } from '../context/ctx.ts';
import type { Tx } from '../db/database.ts';
import type { BusMessage } from './bus.ts';

/** What a service does with the messages of some topics. */
export interface ConsumerSpec {
  /** Unique in the service, stable for ever: it names the inbox rows and the bus group. */
  readonly name: string;
  /**
   * Each consumer is a group with fetches and heartbeats of its own: topics that mean the same share one. Who stops has
   * one topic.
   */
  readonly topics: readonly string[];
  /** 'company': a batch has one company and runs under its row-level security; 'system': the system role. */
  readonly scope: 'company' | 'system';
  /**
   * What becomes of a message that fails for good: set its key aside and go on with the
   * others, or stay at it: not ready, and tried again every few seconds until it succeeds.
   */
  readonly onPoison: 'park' | 'stop';
  /** At most this many messages per call, 500 unless told. */
  readonly maxBatch?: number;
  /**
   * The effect itself knows what it had, and leaves out what comes again, within a batch too: nothing is noted in the
   * inbox, which is a fifth of what the trail's intake asks of PostgreSQL.
   */
  readonly knowsRepeats?: true;
  /**
   * The inbox rows are already written in `tx` (unless it knows repeats by itself): each message takes effect once.
   * Messages are of one topic and in order.
   */
  handle(batch: {
    readonly tx: Tx;
    readonly ctx: Ctx;
    readonly messages: readonly BusMessage[];
  }): Promise<void>;
}
