import type { EachBatchPayload } from 'kafkajs';
import type { Logger } from '../log/log.ts';
import type { BusMessage, SubscriptionSpec } from './bus.ts';
import { createGather } from './gather.ts';
import type { Fetched } from './kafka-bus-session.ts';
import { fromKafka } from './kafka-message.ts';
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

interface Item extends Fetched {
  readonly payload: EachBatchPayload;
}

const DEFAULT_BATCH = 500;
/** Events handled last, by which a second delivery is known: a relay's batch, and what was not committed in time. */
const REMEMBERED = 4_000;

/** Between kafkajs and the handler: partitions gathered into batches, what was handled already left out. */
export function createDelivery({ spec, log }: DeliveryOptions): Delivery {
  const handled = recentNames<true>(REMEMBERED);

  function freshOf(items: readonly Item[]): BusMessage[] {
    const fresh = new Map<string, BusMessage>();
    for (const { topic, partition, record } of items) {
      const message = fromKafka(topic, record);
      if (message === undefined)
        log.error('record passed over: no relay has written it', { topic, partition, offset: record.offset });
      else if (handled.get(message.eventId) === undefined) fresh.set(message.eventId, message);
    }
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
    deliver: (records, payload) => gather.add(records.map((record) => ({ ...record, payload }))),
    idle: gather.idle,
  };
}

/** One commit for all partitions; then the session reads on behind them. */
async function commit(items: readonly Item[]): Promise<void> {
  const last = new Map(items.map((item) => [`${item.topic} ${item.partition}`, item]));
  const topics = [...Map.groupBy(last.values(), (item) => item.topic)].map(([topic, parts]) => ({
    topic,
    partitions: parts.map(({ partition, record }) => ({
      partition,
      offset: String(BigInt(record.offset) + 1n),
    })),
  }));
  await items[0]?.payload.commitOffsetsIfNecessary({ topics });
  for (const { payload, record } of last.values()) payload.resolveOffset(record.offset);
}
