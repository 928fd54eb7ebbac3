import type { ServiceName } from '../context/caller.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Backlog, backlogReader } from './backlog.ts';
import type { Bus } from './bus.ts';
import { relayMetrics } from './messaging-metrics.ts';
import { createShipper } from './shipper.ts';
import { startWorkLoop } from './work-loop.ts';

export interface RelayOptions {
  readonly service: ServiceName;
  readonly db: Pick<OpenDatabase, 'system' | 'systemStatement' | 'onOutboxCommit'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Pick<Logger, 'error'>;
  readonly metrics?: Pick<Metrics, 'counter' | 'gauge'>;
  /** Rows per batch, 1,000 unless told. */
  readonly maxBatch?: number;
  /** Longest time between two looks at the outbox, 250 ms unless told. */
  readonly pollMs?: number;
  /**
   * Pause after a batch that was not full, 150 ms unless told: a pass costs a dozen round trips however little it
   * ships.
   */
  readonly gatherMs?: number;
  /** How long a process that died keeps others waiting, 10 s unless told; those of its own host see that it is gone. */
  readonly leaseMs?: number;
}

export interface Relay {
  wake(): void;
  /** Resolves when everything committed before the call has been shipped, or shipping fails or is another's job. */
  flush(): Promise<void>;
  /** Rows waiting in the outbox and the age of the oldest; at most 1 s (or `maxAgeMs`) old. */
  backlog(maxAgeMs?: number): Promise<Backlog>;
  /** Ships nothing more and hands the lease over. */
  stop(): Promise<void>;
}

/**
 * Ships the outbox of one service, in one process at a time: a lease row with a fencing number decides who.
 *
 * Numbers are gapless per (topic, epoch) and given in the order in which rows were written (id). A batch's
 * numbers are committed before it is published and its rows are deleted after the bus has it, in the transaction
 * that numbers the next batch; whoever takes over after a crash first publishes the numbered batch again, under
 * the same numbers, and the bus knows it already.
 *
 * Rows are found because they are there, not by a position: a position would pass over the row of a transaction
 * that got a low id and commits late (that design needs pg_snapshot_xmin, and then one idle writer anywhere
 * in the database holds up every relay). Two changes of one thing stay in order: the later one is inserted after
 * the earlier one has committed, so it has the higher id and is never seen without it.
 */
export function startRelay(options: RelayOptions): Relay {
  const metrics = relayMetrics(options.service, options.metrics);
  const shipper = createShipper({
    ...options,
    maxBatch: options.maxBatch ?? 1_000,
    leaseMs: options.leaseMs ?? 10_000,
    onShipped: metrics.shipped,
  });
  const loop = startWorkLoop({
    pass: shipper.pass,
    pollMs: options.pollMs ?? 250,
    gatherMs: options.gatherMs ?? 150,
    onError: (error) =>
      options.log.error('outbox could not be shipped', { service: options.service, err: error }),
  });
  const unsubscribe = options.db.onOutboxCommit(loop.wake);
  return {
    wake: loop.wake,
    flush: loop.flush,
    backlog: backlogReader(options.db, options.service, metrics.backlog),
    async stop() {
      unsubscribe();
      await loop.stop();
      await shipper.handOver().catch(() => undefined);
    },
  };
}
