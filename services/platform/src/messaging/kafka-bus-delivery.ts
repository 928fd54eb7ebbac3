import type { Logger } from '../core/log/log.ts';
import type { BusMessage, SubscriptionSpec } from './bus.ts';
import { createGather } from './gather.ts';
import { type FetchedBatch, type KafkaRecord, type Position, placeName } from './kafka-client.ts';
import type { RecordReader } from './kafka-record-reader.ts';
import { byNumber } from './number-ledger.ts';
import { recentNames } from './recent-names.ts';
import type { RefusedRecord } from './record-guard.ts';

/** Thrown to the records of a batch that the handler refused; it has been logged. */
export class HandlerRefused extends Error {}

export interface DeliveryOptions {
  readonly spec: SubscriptionSpec;
  readonly read: RecordReader;
  readonly log: Pick<Logger, 'error'>;
}

export interface Delivery {
  /**
   * Hands records to the handler, commits and resolves them. Leaves out those of a batch that has become stale.
   * @throws HandlerRefused when the handler did not take them, else what the client throws when the position could
   * not be committed
   */
  deliver(records: readonly KafkaRecord[], batch: FetchedBatch): Promise<void>;
  /** Resolves when no handler runs. */
  idle(): Promise<void>;
}

/** A message of a record, or a record without one. */
interface Item extends Pick<KafkaRecord, 'topic' | 'partition'> {
  readonly message: BusMessage | undefined;
  /** Of a record that is not applied. */
  readonly refused: RefusedRecord | undefined;
  /** Offset of the record, to commit past when this is handled; only set for its last message. */
  readonly offset: number | undefined;
  readonly batch: FetchedBatch;
}

const DEFAULT_BATCH = 500;
/** Recently handled events, to detect a second delivery: a relay's repeated batch, or offsets not committed in time. */
const REMEMBERED = 4_000;

/** Gathers fetched records into batches for the handler and leaves out messages that were already handled. */
export function createDelivery({ spec, read, log }: DeliveryOptions): Delivery {
  const handled = recentNames<true>(REMEMBERED);
  const itemsOf = itemReader({ spec, read, log });

  function freshOf(items: readonly Item[]): BusMessage[] {
    const fresh = new Map<string, BusMessage>();
    for (const { message } of items)
      if (message !== undefined && handled.get(message.eventId) === undefined)
        fresh.set(message.eventId, message);
    // Every partition is in order; this puts them together in the order of publication.
    return [...fresh.values()].sort(byNumber);
  }

  async function handle(all: readonly Item[]): Promise<void> {
    const items = all.filter(({ batch }) => !batch.isStale());
    const fresh = freshOf(items);
    for (const [topic, messages] of Map.groupBy(fresh, (message) => message.topic)) {
      try {
        await spec.handler(messages);
      } catch (error) {
        log.error('messages could not be handled', { group: spec.group, topic, err: error });
        throw new HandlerRefused();
      }
      for (const { eventId } of messages) handled.set(eventId, true);
    }
    await noteRefused({ spec, log }, items);
    await commit(items);
  }

  const gather = createGather(spec.maxBatch ?? DEFAULT_BATCH, handle);
  return {
    deliver: (records, batch) => gather.add(records.flatMap((record) => itemsOf(record, batch))),
    idle: gather.idle,
  };
}

/** Reads records and marks those that no honest relay can have written. */
function itemReader({ spec, read, log }: DeliveryOptions) {
  return (record: KafkaRecord, batch: FetchedBatch): Item[] => {
    const { topic, partition, offset } = record;
    const place = { topic, partition };
    const found = read(place, record, spec.guard?.maxAgeMs);
    if (found.refused !== undefined) {
      const refused = { ...place, offset: String(offset), reason: found.refused };
      return [{ ...place, message: undefined, refused, batch, offset }];
    }
    if (found.messages === undefined)
      log.error('record passed over: it is signed and cannot be read', { ...place, offset });
    return (found.messages ?? [undefined]).map((message, at, { length }) => {
      const isLast = at === length - 1;
      return { ...place, message, refused: undefined, batch, offset: isLast ? offset : undefined };
    });
  };
}

/** @throws HandlerRefused when the guard cannot note them */
async function noteRefused(
  { spec, log }: Pick<DeliveryOptions, 'spec' | 'log'>,
  items: readonly Item[],
): Promise<void> {
  const refused = items.flatMap((item) => item.refused ?? []);
  if (refused.length === 0) return;
  if (spec.guard === undefined) return log.error('forged events refused', { group: spec.group, refused });
  try {
    await spec.guard.refused(refused);
  } catch (error) {
    log.error('refused events could not be noted', { group: spec.group, err: error });
    throw new HandlerRefused();
  }
}

/**
 * One commit for all partitions, behind the last record of each that is handled whole; then the session reads on behind
 * them.
 */
async function commit(items: readonly Item[]): Promise<void> {
  const last = new Map<string, { readonly position: Position; readonly batch: FetchedBatch }>();
  for (const { topic, partition, offset, batch } of items)
    if (offset !== undefined)
      last.set(placeName({ topic, partition }), {
        position: { topic, partition, offset: offset + 1 },
        batch,
      });
  if (last.size === 0) return;
  const positions = [...last.values()];
  await items[0]?.batch.commit(positions.map(({ position }) => position));
  for (const { position, batch } of positions) batch.resolve(position);
}
