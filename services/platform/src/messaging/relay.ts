import type { ServiceName } from '../core/context/caller.ts';
import type { Logger } from '../core/log/log.ts';
import type { Metrics } from '../core/telemetry/metrics.ts';
import type { OpenDatabase } from '../postgres/open-database.ts';
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
  /** Most rows per batch; default 1,000. */
  readonly maxBatch?: number;
  /** Longest interval between polls of the outbox; default 250 ms. */
  readonly pollMs?: number;
  /**
   * Pause after a batch that was not full; default 150 ms. A pass costs a dozen round trips, however few rows it ships.
   */
  readonly gatherMs?: number;
  /** Lifetime of the lease; default 10 s. Others wait this long after a crash, except processes on the same host. */
  readonly leaseMs?: number;
}

export interface Relay {
  wake(): void;
  /** Resolves when everything committed before the call was shipped, or shipping fails or another process does it. */
  flush(): Promise<void>;
  /** Rows waiting in the outbox and the age of the oldest; at most 1 s (or `maxAgeMs`) old. */
  backlog(maxAgeMs?: number): Promise<Backlog>;
  /** Stops shipping and releases the lease. */
  stop(): Promise<void>;
}

/**
 * Ships the outbox of one service. A lease row with a fencing number makes sure that one process at a time does it.
 *
 * Numbers are gapless per (topic, epoch) and follow the order of the rows (id). A batch's numbers are committed before
 * it is published. Its rows are deleted after the bus has it, in the transaction that numbers the next batch. After a
 * crash the next holder first publishes the numbered batch again under the same numbers, and the bus drops repeats.
 *
 * The relay reads all rows present and keeps no position. A position would skip the row of a transaction that got a low
 * id and commits late; the remedy, pg_snapshot_xmin, lets one idle writer in the database block every relay. Two
 * changes of one object stay in order: the later one is inserted after the commit of the earlier one, so it has the
 * higher id and is never visible without it.
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
      await shipper.release().catch(() => undefined);
    },
  };
}
