import { type KafkaAdmin, type PartitionBounds, placeName, type TopicSettings } from './kafka-client.ts';
import type { KafkaConfig } from './kafka-config.ts';

/** A message may have the size of the largest RPC, plus its envelope. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/** Audit entries are taken in without a gap, so their topics keep the order of all keys. */
const isTotallyOrdered = (topic: string) => topic.endsWith('.audit');

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
  admin: KafkaAdmin,
  topics: readonly string[],
  config: KafkaConfig,
): Promise<void> {
  const known = new Set(await admin.listTopics());
  const missing = topics.filter((topic) => !known.has(topic));
  if (missing.length === 0) return;
  // Several processes may create the same topic at once.
  await admin.createTopics(
    missing.map((topic) => topicSettings(topic, config)),
    config.replication,
  );
  for (const topic of missing) await admin.readBounds(topic);
}

/** Records per partition that a group has not handled. */
export interface Behind {
  readonly topic: string;
  readonly partition: number;
  readonly records: number;
}

/** The lag of a group up to each of these bounds; a group without a position starts at the oldest message. */
export async function readBehind(
  admin: KafkaAdmin,
  group: string,
  bounds: ReadonlyMap<string, readonly PartitionBounds[]>,
): Promise<Behind[]> {
  const positions = new Map(
    (await admin.readPositions(group, [...bounds.keys()])).map(
      (position) => [placeName(position), position.offset] as const,
    ),
  );
  return [...bounds].flatMap(([topic, parts]) =>
    parts.map(({ partition, low, high }) => {
      const at = Math.max(low, positions.get(placeName({ topic, partition })) ?? 0);
      return { topic, partition, records: Math.max(0, high - at) };
    }),
  );
}
