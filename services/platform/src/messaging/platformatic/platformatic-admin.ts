import {
  type Acl,
  Admin,
  type BaseOptions,
  findErrorBy,
  ListOffsetTimestamps,
  NetworkError,
  UserError,
} from '@platformatic/kafka';
import { ANY_ACL, type KafkaAdmin } from '../kafka-client.ts';
import { whenReady } from '../kafka-when-ready.ts';
import { readRanges } from './platformatic-tail.ts';

const ask = <T>(question: () => Promise<T>): Promise<T> => whenReady(question, isRetriableAnswer);

function isRetriableAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || findErrorBy(error, 'code', NetworkError.code) !== null) return false;
  return isUnknownTopic(error) || findErrorBy(error, 'canRetry', true) !== null;
}

/** The broker asked does not know a topic (yet), by the library's error, which has no code for it. */
const isUnknownTopic = (error: Error): boolean =>
  error instanceof UserError && error.message.startsWith('Unknown topic');

export async function connectAdmin(options: BaseOptions): Promise<KafkaAdmin> {
  const admin = new Admin(options);

  async function partitionsOf(topic: string): Promise<number[]> {
    const { topics } = await ask(() => admin.metadata({ topics: [topic] }));
    return [...(topics.get(topic)?.partitions.keys() ?? [])];
  }

  async function offsetsOf(topic: string, partitions: readonly number[], timestamp: bigint) {
    const asked = partitions.map((partitionIndex) => ({ partitionIndex, timestamp }));
    const found = await ask(() => admin.listOffsets({ topics: [{ name: topic, partitions: asked }] }));
    return new Map(
      found.flatMap(({ partitions: some }) =>
        some.map(({ partitionIndex, offset }) => [partitionIndex, Number(offset)] as const),
      ),
    );
  }

  return {
    ping: async () => void (await admin.listTopics()),
    listTopics: () => admin.listTopics(),
    async createTopics(topics, replicas) {
      await Promise.all(
        topics.map(async ({ topic, partitions, entries }) => {
          const configs = Object.entries(entries).map(([name, value]) => ({ name, value }));
          await admin.createTopics({ topics: [topic], partitions, replicas, configs }).catch((error) => {
            if (findErrorBy(error, 'apiId', 'TOPIC_ALREADY_EXISTS') === null) throw error;
          });
        }),
      );
    },
    async readBounds(topic) {
      const partitions = await partitionsOf(topic);
      const [lows, highs] = await Promise.all([
        offsetsOf(topic, partitions, ListOffsetTimestamps.EARLIEST),
        offsetsOf(topic, partitions, ListOffsetTimestamps.LATEST),
      ]);
      return partitions.map((partition) => {
        return { partition, low: lows.get(partition) ?? 0, high: highs.get(partition) ?? 0 };
      });
    },
    async readPositions(group, topics) {
      const found = await ask(() => admin.listConsumerGroupOffsets({ groups: [group] }));
      return found
        .flatMap(({ topics: some }) => some)
        .filter(({ name }) => topics.includes(name))
        .flatMap(({ name: topic, partitions }) =>
          partitions.map(({ partitionIndex: partition, committedOffset }) => {
            return { topic, partition, offset: Number(committedOffset) };
          }),
        )
        .filter(({ offset }) => offset >= 0);
    },
    async listMembers(group) {
      const found = await ask(() => admin.describeGroups({ groups: [group] }));
      return [...(found.get(group)?.members.values() ?? [])].map(({ id: memberId, clientId }) => {
        return { memberId, clientId };
      });
    },
    removeMember: (groupId, memberId) =>
      admin.removeMembersFromConsumerGroup({ groupId, members: [{ memberId }] }),
    ...acls(admin),
    readRanges: (ranges, onRecord) => readRanges(options, ranges, onRecord),
    close: () => admin.close(),
  };
}

function acls(admin: Admin): Pick<KafkaAdmin, 'readAcls' | 'createAcls' | 'deleteAcls'> {
  return {
    async readAcls(principal) {
      const found = await admin.describeAcls({
        filter: {
          resourceType: ANY_ACL,
          resourcePatternType: ANY_ACL,
          resourceName: null,
          principal,
          host: null,
          operation: ANY_ACL,
          permissionType: ANY_ACL,
        },
      });
      return found.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })));
    },
    createAcls: (entries) => admin.createAcls({ creations: entries as Acl[] }),
    deleteAcls: async (entries) => void (await admin.deleteAcls({ filters: entries as Acl[] })),
  };
}
