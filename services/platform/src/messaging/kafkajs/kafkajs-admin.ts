import type { Kafka } from 'kafkajs';
import { ANY_ACL, type KafkaAdmin } from '../kafka-client.ts';
import { readRanges } from './kafkajs-tail.ts';
import { removeMember } from './remove-member.ts';
import { whenReady } from './when-ready.ts';

export async function connectAdmin(kafka: Kafka): Promise<KafkaAdmin> {
  const admin = kafka.admin();
  await admin.connect().catch(async (error: unknown) => {
    await admin.disconnect();
    throw error;
  });
  return {
    ping: async () => void (await admin.describeCluster()),
    listTopics: () => admin.listTopics(),
    async createTopics(topics, replication) {
      const made = topics.map(({ topic, partitions, entries }) => ({
        topic,
        numPartitions: partitions,
        replicationFactor: replication,
        configEntries: Object.entries(entries).map(([name, value]) => ({ name, value })),
      }));
      // kafkajs accepts that a topic exists. Its own wait for leaders fails on a broker that does not know the topic
      // yet.
      await admin.createTopics({ topics: made, waitForLeaders: false });
    },
    async readBounds(topic) {
      const found = await whenReady(() => admin.fetchTopicOffsets(topic));
      return found
        .map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }))
        .sort((a, b) => a.partition - b.partition);
    },
    async readPositions(groupId, topics) {
      const committed = await whenReady(() => admin.fetchOffsets({ groupId, topics: [...topics] }));
      return committed.flatMap(({ topic, partitions }) =>
        partitions
          .map(({ partition, offset }) => ({ topic, partition, offset: Number(offset) }))
          .filter(({ offset }) => offset >= 0),
      );
    },
    async listMembers(group) {
      const { groups } = await whenReady(() => admin.describeGroups([group]));
      return groups.flatMap(({ members }) => members);
    },
    removeMember: (group, memberId) => removeMember(kafka, group, memberId),
    async readAcls(principal) {
      const { resources } = await admin.describeAcls({
        resourceType: ANY_ACL,
        resourcePatternType: ANY_ACL,
        principal,
        operation: ANY_ACL,
        permissionType: ANY_ACL,
      });
      return resources.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })));
    },
    createAcls: async (entries) => void (await admin.createAcls({ acl: [...entries] })),
    deleteAcls: async (entries) => void (await admin.deleteAcls({ filters: [...entries] })),
    readRanges: (ranges, onRecord) => readRanges(kafka, admin, ranges, onRecord),
    close: () => admin.disconnect(),
  };
}
