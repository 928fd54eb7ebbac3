import { randomUUID } from 'node:crypto';
import type { ServiceName } from '../context/caller.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Logger } from '../log/log.ts';
import { type Backlog, backlogReader } from './backlog.ts';
import type { Bus } from './bus.ts';
import {
  deleteShipped,
  holdLease,
  inflightBatch,
  type Lease,
  type NumberedBatch,
  nextRows,
  numberRows,
  releaseLease,
  takeLease,
} from './relay-store.ts';
import { startWorkLoop } from './work-loop.ts';

export interface RelayOptions {
  readonly service: ServiceName;
  readonly db: Pick<OpenDatabase, 'system' | 'onOutboxCommit'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Rows per batch, 1,000 unless told. */
  readonly maxBatch?: number;
  readonly pollMs?: number;
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

const NOTHING: NumberedBatch = { ids: [], messages: [] };

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
  const { db, service } = options;
  const holder = randomUUID();
  const maxBatch = options.maxBatch ?? 1_000;
  const leaseMs = options.leaseMs ?? 10_000;
  let lease: Lease | undefined;
  let heldAt = 0;
  let shipped = NOTHING;

  /** Takes the lease and what its last holder left in flight. */
  async function takeOver(): Promise<NumberedBatch | undefined> {
    return await db.system(async (tx) => {
      const taken = await takeLease(tx, holder, leaseMs);
      if (taken === undefined) return undefined;
      const batch = await inflightBatch(tx, service, taken.epoch);
      tx.afterCommit(() => {
        lease = taken;
        heldAt = performance.now();
        shipped = NOTHING;
      });
      return batch;
    });
  }

  /** Forgets the shipped batch and numbers the next one; undefined when the lease is lost. */
  async function advance(held: Lease): Promise<NumberedBatch | undefined> {
    return await db.system(async (tx) => {
      const isIdle = shipped.ids.length === 0;
      const early = isIdle ? await nextRows(tx, maxBatch) : [];
      // Nothing to do and the lease is young: no write, so that an idle service costs the disk nothing.
      if (isIdle && early.length === 0 && performance.now() - heldAt < leaseMs / 3) return NOTHING;
      const current = await holdLease(tx, held, leaseMs);
      if (current === undefined) return undefined;
      heldAt = performance.now();
      if (!isIdle) await deleteShipped(tx, shipped.ids);
      const rows = isIdle ? early : await nextRows(tx, maxBatch);
      return rows.length === 0 ? NOTHING : await numberRows(tx, service, current.epoch, rows);
    });
  }

  async function ship(): Promise<boolean> {
    const isNew = lease === undefined;
    const batch = lease === undefined ? await takeOver() : await advance(lease);
    if (batch === undefined) {
      lease = undefined;
      return !isNew;
    }
    shipped = NOTHING;
    if (batch.messages.length > 0) await options.bus.publish(batch.messages);
    shipped = batch;
    // After a batch comes a pass that deletes it; after a take-over one that looks at the outbox.
    return isNew || batch.ids.length > 0;
  }

  async function pass(): Promise<boolean> {
    try {
      return await ship();
    } catch (error) {
      // Whatever failed, what is in flight is known to the lease row: start over from there.
      lease = undefined;
      throw error;
    }
  }

  async function handOver(held: Lease): Promise<void> {
    await db.system(async (tx) => {
      if ((await holdLease(tx, held, leaseMs)) === undefined) return;
      if (shipped.ids.length > 0) await deleteShipped(tx, shipped.ids);
      await releaseLease(tx, held);
    });
  }

  const loop = startWorkLoop({
    pass,
    pollMs: options.pollMs ?? 250,
    onError: (error) => options.log.error('outbox could not be shipped', { err: error }),
  });
  const unsubscribe = db.onOutboxCommit(() => loop.wake());
  return {
    wake: () => loop.wake(),
    flush: () => loop.flush(),
    backlog: backlogReader(db),
    async stop() {
      unsubscribe();
      await loop.stop();
      if (lease !== undefined) await handOver(lease).catch(() => undefined);
    },
  };
}
