import { randomUUID } from 'node:crypto';
import type { Admin, Batch, Kafka, KafkaMessage } from 'kafkajs';
import type { BusMessage } from './bus.ts';
import { FEW_RETRIES } from './kafka-client.ts';
import type { RecordReader } from './kafka-record-reader.ts';
import { ownerOf } from './record-keys.ts';

/** Offsets from (inclusive) to (exclusive) of a partition. */
export interface OffsetRange {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly to: number;
}

export interface TailSource {
  readonly kafka: Kafka;
  readonly admin: Admin;
  readonly read: RecordReader;
}

const PATIENCE_MS = 30_000;
/** A payload keeps all of what was fetched with it in memory. */
const NOTHING = new Uint8Array();

/**
 * Reads stretches of partitions that have an end. kafkajs reads as a member of a group only, so a group of
 * one is made for it and removed again; nothing of it is committed. Messages come without their payloads; those of
 * records that the topic's owner has not signed are left out.
 * @throws Error when it takes longer than 30 s
 */
export async function readRanges(
  { kafka, admin, read }: TailSource,
  ranges: readonly OffsetRange[],
): Promise<BusMessage[]> {
  const open = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [nameOf(range), range]));
  if (open.size === 0) return [];
  const found: BusMessage[] = [];
  const topics = [...new Set([...open.values()].map(({ topic }) => topic))];
  // Among the groups that the topics' owner has rights to.
  const groupId = `${ownerOf(topics[0] ?? '')}.tail.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, retry: FEW_RETRIES });
  const end = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => end.reject(payload.error));
  const timer = setTimeout(() => end.reject(new Error('The end of a topic could not be read')), PATIENCE_MS);
  end.promise.catch(() => undefined);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: 1,
      eachBatch: async ({ batch, isStale }) => {
        if (isStale()) return;
        const range = open.get(nameOf(batch));
        if (range === undefined) return;
        for (const record of batch.messages) {
          if (Number(record.offset) < range.from || Number(record.offset) >= range.to) continue;
          found.push(...messagesIn(read, batch, record));
        }
        if (Number(batch.lastOffset()) + 1 >= range.to) open.delete(nameOf(batch));
        if (open.size === 0) end.resolve();
      },
    });
    for (const { topic, partition, from } of open.values())
      consumer.seek({ topic, partition, offset: String(from) });
    await end.promise;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
    await admin.deleteGroups([groupId]).catch(() => undefined);
  }
  return found;
}

function messagesIn(read: RecordReader, batch: Batch, record: KafkaMessage): BusMessage[] {
  const found = read(batch, record);
  const messages = found.refused === undefined ? (found.messages ?? []) : [];
  return messages.map((message) => ({ ...message, payload: NOTHING }));
}

function nameOf({ topic, partition }: { readonly topic: string; readonly partition: number }): string {
  return `${topic} ${partition}`;
}
