import { randomUUID } from 'node:crypto';
import type { ServiceName } from '../core/context/caller.ts';
import { isGone, PROCESS_NAME } from '../core/system/process-name.ts';
import type { Tx } from '../postgres/database.ts';
import type { OpenDatabase } from '../postgres/open-database.ts';
import type { Bus } from './bus.ts';
import {
  type Claim,
  deleteShipped,
  holdLease,
  inflightBatch,
  isEmpty,
  type Lease,
  type NumberedBatch,
  nextRows,
  numberRows,
  readHolder,
  releaseLease,
  takeLease,
} from './relay-store.ts';
import type { PassOutcome } from './work-loop.ts';

export interface ShipperOptions {
  readonly service: ServiceName;
  readonly db: Pick<OpenDatabase, 'system' | 'systemStatement'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly maxBatch: number;
  readonly leaseMs: number;
  /** Called with the number of events that the bus took. */
  onShipped(count: number): void;
}

/** The lease of this process, and the batch that is on the bus but not yet deleted from the outbox. */
interface Held {
  readonly lease: Lease;
  readonly at: number;
  readonly shipped: NumberedBatch;
}

export interface Shipper {
  /** Ships one batch. */
  pass(): Promise<PassOutcome>;
  /** Releases the lease for other processes. */
  release(): Promise<void>;
}

const NOTHING: NumberedBatch = { ids: [], messages: [] };

/** The relay's work, batch by batch (see relay.ts for why it is right). Not to be called twice at once. */
export function createShipper(options: ShipperOptions): Shipper {
  // New until the first attempt to take the lease.
  const self = { holder: `${PROCESS_NAME}/${randomUUID()}`, isNew: true };
  let held: Held | undefined;

  async function ship(): Promise<PassOutcome> {
    const before = held;
    // After any failure from here on, restart from the lease row, which records the batch in flight.
    held = undefined;
    const next = before === undefined ? await takeOver(options, self) : await advance(options, before);
    if (next === undefined) return before === undefined ? 'nothing' : 'more';
    const { messages } = next.batch;
    if (messages.length > 0) await options.bus.publish(messages);
    options.onShipped(messages.length);
    held = { lease: next.lease, at: next.at, shipped: next.batch };
    // After a batch, the next pass deletes its rows; after taking over, the next pass reads the outbox.
    if (before === undefined || messages.length >= options.maxBatch) return 'more';
    return messages.length > 0 ? 'little' : 'nothing';
  }

  return {
    pass: ship,
    async release() {
      const last = held;
      held = undefined;
      if (last === undefined) return;
      await options.db.system(async (tx) => {
        if ((await holdLease(tx, last.lease, options.leaseMs)) === undefined) return;
        if (last.shipped.ids.length > 0) await deleteShipped(tx, last.shipped.ids);
        await releaseLease(tx, last.lease);
      });
    },
  };
}

interface Next {
  readonly lease: Lease;
  readonly at: number;
  readonly batch: NumberedBatch;
}

/**
 * Takes the lease and what its last holder left in flight, which is published again under the same numbers; undefined
 * while another process holds the lease.
 */
async function takeOver(
  { db, service, leaseMs }: ShipperOptions,
  self: { readonly holder: string; isNew: boolean },
): Promise<Next | undefined> {
  const { holder, isNew } = self;
  const next = await db.system(async (tx) => {
    const claim = { holder, leaseMs };
    const lease = (await takeLease(tx, claim)) ?? (await inherit(tx, claim, isNew));
    if (lease === undefined) return undefined;
    return { lease, at: performance.now(), batch: await inflightBatch(tx, service, lease.epoch) };
  });
  self.isNew = false;
  return next;
}

/**
 * Takes the lease of a dead process of this host; on the first pass also of an earlier thread of this process. If the
 * holder is alive after all, it finds its lease lost before it deletes or numbers anything (holdLease).
 */
async function inherit(tx: Tx, claim: Claim, isNew: boolean): Promise<Lease | undefined> {
  const heirTo = await readHolder(tx);
  const [owner = ''] = heirTo?.split('/') ?? [];
  const isHeir = owner === PROCESS_NAME ? isNew : await isGone(owner);
  return isHeir ? await takeLease(tx, { ...claim, heirTo }) : undefined;
}

/** Forgets the shipped batch and numbers the next one; undefined when the lease is lost. */
async function advance(options: ShipperOptions, held: Held): Promise<Next | undefined> {
  const { db, service, maxBatch, leaseMs } = options;
  const isIdle = held.shipped.ids.length === 0;
  // An empty outbox and a young lease cost one read and no write, so an idle service causes almost no load.
  if (isIdle && performance.now() - held.at < leaseMs / 3 && (await isEmpty(db)))
    return { lease: held.lease, at: held.at, batch: NOTHING };
  return await db.system(async (tx) => {
    const lease = await holdLease(tx, held.lease, leaseMs);
    if (lease === undefined) return undefined;
    const at = performance.now();
    if (!isIdle) await deleteShipped(tx, held.shipped.ids);
    const rows = await nextRows(tx, maxBatch);
    return {
      lease,
      at,
      batch: rows.length === 0 ? NOTHING : await numberRows(tx, service, lease.epoch, rows),
    };
  });
}
