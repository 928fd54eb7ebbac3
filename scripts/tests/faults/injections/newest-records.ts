import { randomUUID } from 'node:crypto';
import { isServiceOwned, type Kafka } from '../../running-vault/kafka-access.ts';
import { pollUntil } from './poll-until.ts';

type Admin = ReturnType<Kafka['admin']>;
type Batch = Parameters<ReturnType<Kafka['producer']>['sendBatch']>[0];

/** Records in the form of a producer's batch, by topic. */
export type Records = NonNullable<Batch['topicMessages']>;

interface Read {
  readonly record: Records[number]['messages'][number];
  /** ms since 1970, by the producer's clock. */
  readonly at: number;
  readonly offset: number;
}

/** Offsets `from` (inclusive) `to` (exclusive) of a partition. */
interface OffsetRange {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The newest records of each topic of the vault over all partitions, newest first.
 * @param topic waits until this topic has records
 * @param count maximum per topic
 * @throws FaultMissed if the records could not be read in time
 */
export async function readNewestRecords(kafka: Kafka, topic: string, count: number): Promise<Records> {
  const groupId = `faults.${randomUUID()}`;
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  await admin.connect();
  try {
    const open = new Map((await newestRanges(admin, topic, count)).map((end) => [nameOf(end), end]));
    const topics = [...new Set([...open.values()].map((end) => end.topic))];
    const read = new Map(topics.map((name) => [name, [] as Read[]]));
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    let isJoined = false;
    // An event, because after a start of the broker kafkajs may repeat the join after run() has resolved.
    consumer.on(consumer.events.GROUP_JOIN, () => {
      for (const { topic: name, partition, from } of open.values())
        consumer.seek({ topic: name, partition, offset: String(from) });
      isJoined = true;
    });
    await consumer.run({
      autoCommit: false,
      async eachMessage({ topic: name, partition, message }) {
        const offset = Number(message.offset);
        const end = open.get(nameOf({ topic: name, partition }));
        // A fetch from before the seek may still deliver older records.
        if (end === undefined || offset < end.from) return;
        if (offset < end.to) read.get(name)?.push(readOf(message, partition));
        if (offset + 1 >= end.to) open.delete(nameOf(end));
        else open.set(nameOf(end), { ...end, from: offset + 1 });
      },
    });
    await pollUntil(
      () => 'the consumer could not join its group',
      () => isJoined,
    );
    await pollUntil(
      () => `${open.size} partitions could not be read`,
      () => open.size === 0,
    );
    await consumer.stop();
    return [...read].map(([name, all]) => ({ topic: name, messages: newest(all, count) }));
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

function readOf(message: Fetched, partition: number): Read {
  const { key, value, headers, timestamp, offset } = message;
  const record = { key, value, partition, ...(headers === undefined ? {} : { headers }) };
  return { record, at: Number(timestamp), offset: Number(offset) };
}

type Fetched = Pick<Records[number]['messages'][number], 'headers'> & {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly timestamp: string;
  readonly offset: string;
};

/** Sorts by time, since offsets of different partitions are not comparable; offsets order records of the same time. */
function newest(all: readonly Read[], count: number): Records[number]['messages'] {
  const sorted = all.toSorted((a, b) => b.at - a.at || b.offset - a.offset);
  return sorted.slice(0, count).map(({ record }) => record);
}

/** The last `count` offsets of each non-empty partition of the services' topics. */
async function newestRanges(admin: Admin, topic: string, count: number): Promise<OffsetRange[]> {
  let ends: OffsetRange[] = [];
  await pollUntil(
    () => `${topic} is empty`,
    async () => {
      const found: OffsetRange[] = [];
      for (const name of (await admin.listTopics()).filter(isServiceOwned))
        for (const { partition, low, high } of await admin.fetchTopicOffsets(name)) {
          const from = Math.max(Number(low), Number(high) - count);
          if (from < Number(high)) found.push({ topic: name, partition, from, to: Number(high) });
        }
      ends = found;
      return ends.some((end) => end.topic === topic);
    },
  );
  return ends;
}

const nameOf = ({ topic, partition }: Pick<OffsetRange, 'topic' | 'partition'>) => `${topic} ${partition}`;
