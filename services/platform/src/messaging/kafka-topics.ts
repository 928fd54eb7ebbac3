import type { Admin } from 'kafkajs';
import type { KafkaConfig } from './kafka-config.ts';
import { whenReady } from './kafka-when-ready.ts';

/** A message may have the size of the largest RPC, plus its envelope. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/** Audit entries are taken in without a gap, so their topics keep the order of all keys. */
const isTotallyOrdered = (topic: string) => topic.endsWith('.audit');

/** How a topic is made. */
export interface TopicSettings {
  readonly topic: string;
  readonly partitions: number;
  readonly entries: Readonly<Record<string, string>>;
}

export function topicSettings(
  topic: string,
  config: Pick<KafkaConfig, 'partitions' | 'retentionHours'>,
): TopicSettings {
  return {
    topic,
    partitions: isTotallyOrdered(topic) ? 1 : config.partitions,
    entries: {
      'retention.ms': String(config.retentionHours * 3_600_000),
      'max.message.bytes': String(MAX_MESSAGE_BYTES),
      'cleanup.policy': 'delete',
    },
  };
}

/** Makes the topics that are not there yet; those that are keep their settings. */
export async function ensureTopics(
  admin: Admin,
  topics: readonly string[],
  config: KafkaConfig,
): Promise<void> {
  const known = new Set(await admin.listTopics());
  const missing = topics.filter((topic) => !known.has(topic));
  if (missing.length === 0) return;
  const made = missing.map((topic) => {
    const { partitions, entries } = topicSettings(topic, config);
    return {
      topic,
      numPartitions: partitions,
      replicationFactor: config.replication,
      configEntries: Object.entries(entries).map(([name, value]) => ({ name, value })),
    };
  });
  // Several processes may create the same topic at once; kafkajs accepts that a topic exists already.
  // Its own wait for leaders fails on a broker that does not know the topic yet.
  await admin.createTopics({ topics: made, waitForLeaders: false });
  for (const topic of missing) await readBounds(admin, topic);
}

/** First offset kept and the one after the last, per partition. */
export interface PartitionBounds {
  readonly partition: number;
  readonly low: number;
  readonly high: number;
}

export async function readBounds(admin: Admin, topic: string): Promise<PartitionBounds[]> {
  const found = await whenReady(() => admin.fetchTopicOffsets(topic));
  return found
    .map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }))
    .sort((a, b) => a.partition - b.partition);
}

/** Records per partition that a group has not handled. */
export interface Behind {
  readonly topic: string;
  readonly partition: number;
  readonly records: number;
}

/** The lag of a group up to each of these bounds; a group without a position starts at the oldest message. */
export async function readBehind(
  admin: Admin,
  group: string,
  bounds: ReadonlyMap<string, readonly PartitionBounds[]>,
): Promise<Behind[]> {
  const topics = [...bounds.keys()];
  const committed = await whenReady(() => admin.fetchOffsets({ groupId: group, topics }));
  const positions = new Map(
    committed.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [`${topic} ${partition}`, Number(offset)] as const),
    ),
  );
  return [...bounds].flatMap(([topic, parts]) =>
    parts.map(({ partition, low, high }) => {
      const at = Math.max(low, positions.get(`${topic} ${partition}`) ?? 0);
      return { topic, partition, records: Math.max(0, high - at) };
    }),
  );
}
