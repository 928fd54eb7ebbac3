import { type BaseOptions, type ClusterMetadata, Consumer } from '@platformatic/kafka';
import { type KafkaRecord, type OffsetRange, TAIL_MS } from '../kafka-client.ts';
import { CLIENT_ID } from '../kafka-dead-members.ts';
import { headersOf } from './platformatic-record.ts';

type FetchResponse = Awaited<ReturnType<Consumer['fetch']>>;

/** A range and the offset up to which it was read. */
interface OpenRange extends OffsetRange {
  next: number;
}

const PARTITION_BYTES = 2 * 1024 * 1024;

/**
 * Reads stretches of partitions that have an end, without a group.
 * @throws Error when it takes longer than 30 s
 */
export async function readRanges(
  options: BaseOptions,
  ranges: readonly OffsetRange[],
  onRecord: (record: KafkaRecord) => void,
): Promise<void> {
  const open = ranges.filter(({ from, to }) => from < to).map((range) => ({ ...range, next: range.from }));
  if (open.length === 0) return;
  const consumer = new Consumer({ ...options, groupId: CLIENT_ID, maxWaitTime: 100 });
  const topics = [...new Set(open.map(({ topic }) => topic))];
  consumer.topics.trackAll(...topics);
  const until = performance.now() + TAIL_MS;
  try {
    for (let left: readonly OpenRange[] = open; left.length > 0; left = left.filter(isOpen)) {
      if (performance.now() > until) throw new Error('The end of a topic could not be read');
      const metadata = await consumer.metadata({ topics });
      await Promise.all(
        [...Map.groupBy(left, (range) => leaderOf(metadata, range))].map(async ([node, some]) => {
          const response = await consumer.fetch({ node, topics: requestOf(metadata, some) });
          for (const range of some) take(range, partitionOf(response, metadata, range), onRecord);
        }),
      );
    }
  } finally {
    await consumer.close();
  }
}

const isOpen = ({ next, to }: OpenRange) => next < to;

function topicOf(metadata: ClusterMetadata, { topic }: OffsetRange) {
  const found = metadata.topics.get(topic);
  if (found === undefined) throw new Error('Kafka does not list the topic');
  return found;
}

function leaderOf(metadata: ClusterMetadata, range: OffsetRange): number {
  return topicOf(metadata, range).partitions[range.partition]?.leader ?? -1;
}

function requestOf(metadata: ClusterMetadata, ranges: readonly OpenRange[]) {
  return ranges.map((range) => ({
    topicId: topicOf(metadata, range).id,
    partitions: [
      {
        partition: range.partition,
        fetchOffset: BigInt(range.next),
        partitionMaxBytes: PARTITION_BYTES,
        currentLeaderEpoch: -1,
        lastFetchedEpoch: -1,
      },
    ],
  }));
}

function partitionOf({ responses }: FetchResponse, metadata: ClusterMetadata, range: OffsetRange) {
  return responses
    .filter(({ topicId }) => topicId === topicOf(metadata, range).id)
    .flatMap(({ partitions }) => partitions)
    .find(({ partitionIndex }) => partitionIndex === range.partition);
}

/** Passes on the records of the range and moves it on behind them. */
function take(
  range: OpenRange,
  partition: ReturnType<typeof partitionOf>,
  onRecord: (record: KafkaRecord) => void,
): void {
  const { topic, partition: number } = range;
  for (const { firstOffset, lastOffsetDelta, records } of partition?.records ?? []) {
    for (const { offsetDelta, value, headers } of records) {
      const offset = Number(firstOffset) + offsetDelta;
      if (offset >= range.next && offset < range.to)
        onRecord({ topic, partition: number, offset, value, headers: headersOf(headers) });
    }
    range.next = Math.max(range.next, Number(firstOffset) + lastOffsetDelta + 1);
  }
}
