import type { EachBatchPayload } from 'kafkajs';
import type { Logger } from '../log/log.ts';
import type { BusMessage, SubscriptionSpec } from './bus.ts';
import { createGather } from './gather.ts';
import type { Fetched } from './kafka-bus-session.ts';
import { messagesOf } from './kafka-record.ts';
import { byNumber } from './number-ledger.ts';
import { recentNames } from './recent-names.ts';

/** Thrown to the records of a batch that the handler refused; it has been logged. */
export class HandlerRefused extends Error {}

export interface DeliveryOptions {
  readonly spec: SubscriptionSpec;
  readonly log: Pick<Logger, 'error'>;
}

export interface Delivery {
  /**
   * Hands a partition's records to the handler, commits and resolves them.
   * @throws HandlerRefused when the handler did not take them, else what kafkajs throws when the position could
   * not be committed
   */
  deliver(records: readonly Fetched[], payload: EachBatchPayload): Promise<void>;
  /** Resolves when no handler runs. */
  idle(): Promise<void>;
}

/** A message of a record, or a record without one. */
interface Item extends Pick<Fetched, 'topic' | 'partition'> {
  readonly message: BusMessage | undefined;
  /** Behind which the position lies when this is handled: of the last message of a record. */
  readonly offset: string | undefined;
  readonly payload: EachBatchPayload;
}

const DEFAULT_BATCH = 500;
/** Events handled last, by which a second delivery is known: a relay's batch, and what was not committed in time. */
const REMEMBERED = 4_000;

/** Between kafkajs and the handler: partitions gathered into batches, what was handled already left out. */
export function createDelivery({ spec, log }: DeliveryOptions): Delivery {
  const handled = recentNames<true>(REMEMBERED);

  function itemsOf({ topic, partition, record }: Fetched, payload: EachBatchPayload): Item[] {
    const { offset } = record;
    const messages = messagesOf(topic, record);
    if (messages === undefined)
      log.error('record passed over: no relay has written it', { topic, partition, offset });
    return (messages ?? [undefined]).map((message, at, { length }) => {
      return { topic, partition, message, payload, offset: at === length - 1 ? offset : undefined };
    });
  }

  function freshOf(items: readonly Item[]): BusMessage[] {
    const fresh = new Map<string, BusMessage>();
    for (const { message } of items)
      if (message !== undefined && handled.get(message.eventId) === undefined)
        fresh.set(message.eventId, message);
    // Every partition is in order; this puts them together in the order of publication.
    return [...fresh.values()].sort(byNumber);
  }

  async function handle(items: readonly Item[]): Promise<void> {
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
    await commit(items);
  }

  const gather = createGather(spec.maxBatch ?? DEFAULT_BATCH, handle);
  return {
    deliver: (records, payload) => gather.add(records.flatMap((record) => itemsOf(record, payload))),
    idle: gather.idle,
  };
}

/** One commit for all partitions, behind the last record of each that is handled whole; then the session reads on behind them. */
async function commit(items: readonly Item[]): Promise<void> {
  const last = new Map<string, Item & { readonly offset: string }>();
  for (const item of items) {
    const { topic, partition, offset } = item;
    if (offset !== undefined) last.set(`${topic} ${partition}`, { ...item, offset });
  }
  if (last.size === 0) return;
  const topics = [...Map.groupBy(last.values(), (item) => item.topic)].map(([topic, parts]) => ({
    topic,
    partitions: parts.map(({ partition, offset }) => ({ partition, offset: String(BigInt(offset) + 1n) })),
  }));
  await items[0]?.payload.commitOffsetsIfNecessary({ topics });
  for (const { payload, offset } of last.values()) payload.resolveOffset(offset);
}
