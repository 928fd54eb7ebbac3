import { randomUUID } from 'node:crypto';
import type { Admin, Kafka } from 'kafkajs';
import { type KafkaRecord, type OffsetRange, placeName, TAIL_MS } from '../kafka-client.ts';
import { ownerOf } from '../record-keys.ts';
import { FEW_RETRIES } from './when-ready.ts';

/**
 * Reads stretches of partitions that have an end. kafkajs reads as a member of a group only, so a group of
 * one is made for it and removed again; nothing of it is committed.
 * @throws Error when it takes longer than 30 s
 */
export async function readRanges(
  kafka: Kafka,
  admin: Admin,
  ranges: readonly OffsetRange[],
  onRecord: (record: KafkaRecord) => void,
): Promise<void> {
  const open = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [placeName(range), range]));
  if (open.size === 0) return;
  const topics = [...new Set([...open.values()].map(({ topic }) => topic))];
  // Among the groups that the topics' owner has rights to.
  const groupId = `${ownerOf(topics[0] ?? '')}.tail.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, retry: FEW_RETRIES });
  const end = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => end.reject(payload.error));
  const timer = setTimeout(() => end.reject(new Error('The end of a topic could not be read')), TAIL_MS);
  end.promise.catch(() => undefined);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: 1,
      eachBatch: async ({ batch, isStale }) => {
        if (isStale()) return;
        const { topic, partition } = batch;
        const range = open.get(placeName(batch));
        if (range === undefined) return;
        for (const { offset: at, value, headers = {} } of batch.messages) {
          const offset = Number(at);
          if (offset >= range.from && offset < range.to)
            onRecord({ topic, partition, offset, value, headers });
        }
        if (Number(batch.lastOffset()) + 1 >= range.to) open.delete(placeName(batch));
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
}
