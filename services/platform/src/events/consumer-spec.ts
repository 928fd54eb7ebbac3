import type { Ctx } from '../context/ctx.ts';
import type { Tx } from '../db/database.ts';
import type { BusMessage } from './bus.ts';

/** What a service does with a topic. */
export interface ConsumerSpec {
  /** Unique in the service, stable for ever: it names the inbox rows and the bus group. */
  readonly name: string;
  readonly topic: string;
  /** 'company': a batch has one company and runs under its row-level security; 'system': the system role. */
  readonly scope: 'company' | 'system';
  /** What becomes of a message that fails for good: set its key aside and go on, or stop and wait for a hand. */
  readonly onPoison: 'park' | 'stop';
  /** The inbox rows are already written in `tx`: each message takes effect once. Messages are in order. */
  handle(batch: {
    readonly tx: Tx;
    readonly ctx: Ctx;
    readonly messages: readonly BusMessage[];
  }): Promise<void>;
}
