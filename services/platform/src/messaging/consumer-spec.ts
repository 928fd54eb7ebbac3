import type { Ctx } from '../core/context/ctx.ts';
import type { Tx } from '../postgres/database.ts';
import type { BusMessage } from './bus.ts';

/** What a service does with the messages of some topics. */
export interface ConsumerSpec {
  /** Unique in the service, stable for ever: it names the inbox rows and the bus group. */
  readonly name: string;
  /**
   * Each consumer is a group with its own fetches and heartbeats, so topics with the same handling share a consumer. A
   * consumer with onPoison 'stop' has one topic.
   */
  readonly topics: readonly string[];
  /** 'company': a batch has one company and runs under its row-level security; 'system': the system role. */
  readonly scope: 'company' | 'system';
  /**
   * How a permanently failing message is handled. 'park': set its key aside and continue with other keys. 'stop':
   * report not ready and retry every few seconds until it succeeds.
   */
  readonly onPoison: 'park' | 'stop';
  /** Most messages per call; default 500. */
  readonly maxBatch?: number;
  /**
   * The handler itself detects repeated messages, also within a batch, so none are recorded in the inbox. This saves a
   * fifth of the database load of the trail's intake.
   */
  readonly knowsRepeats?: true;
  /**
   * Handles messages of one topic, in order. Unless knowsRepeats is set, the inbox rows are already written in `tx`, so
   * each message takes effect once.
   */
  handle(batch: {
    readonly tx: Tx;
    readonly ctx: Ctx;
    readonly messages: readonly BusMessage[];
  }): Promise<void>;
}
