import { adminKafkaClient, isServiceOwned, type Kafka } from '../running-vault/kafka-access.ts';

/** Reads the consumer lag of Kafka. */
export interface ConsumerLag {
  /**
   * Records of all topics except audit entries that the slowest group has not handled. A record may hold several
   * events.
   * @throws Error if the broker does not answer
   */
  read(): Promise<number>;
  close(): Promise<void>;
}

export function consumerLag(dataDir: string): ConsumerLag {
  let admin: ReturnType<Kafka['admin']> | undefined;
  const close = async () => {
    const last = admin;
    admin = undefined;
    await last?.disconnect().catch(() => undefined);
  };
  return {
    async read() {
      try {
        if (admin === undefined) {
          admin = (await adminKafkaClient(dataDir)).admin();
          await admin.connect();
        }
        return await readLag(admin);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}

async function readLag(admin: ReturnType<Kafka['admin']>): Promise<number> {
  const topics = (await admin.listTopics()).filter(
    (topic) => isServiceOwned(topic) && !topic.endsWith('.audit'),
  );
  const groups = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter(isServiceOwned);
  const places = await Promise.all(groups.map((groupId) => admin.fetchOffsets({ groupId })));
  // Per partition, the position of the slowest group.
  const last = new Map<string, number>();
  for (const { topic, partitions } of places.flat())
    for (const { partition, offset } of partitions) {
      const at = Number(offset);
      const place = `${topic} ${partition}`;
      if (at >= 0) last.set(place, Math.min(at, last.get(place) ?? at));
    }
  if (last.size === 0) throw new Error('No consumer group has committed an offset yet');
  const ends = await Promise.all(
    topics.map(async (topic) => ({ topic, ends: await admin.fetchTopicOffsets(topic) })),
  );
  const behind = ends.flatMap(({ topic, ends: partitions }) =>
    partitions.map(
      ({ partition, high }) => Number(high) - (last.get(`${topic} ${partition}`) ?? Number(high)),
    ),
  );
  return behind.reduce((sum, records) => sum + Math.max(0, records), 0);
}
