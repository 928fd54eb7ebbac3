import { randomUUID } from 'node:crypto';
import { isOurs, type Kafka } from '../../running-vault/kafka-access.ts';
import { within } from './within.ts';

type Admin = ReturnType<Kafka['admin']>;
type Batch = Parameters<ReturnType<Kafka['producer']>['sendBatch']>[0];

/** Records as a producer writes them, by topic. */
export type Records = NonNullable<Batch['topicMessages']>;

/**
 * The newest records of each topic of the vault, newest first within a partition.
 * @param topic that has to be there: it is waited for
 * @param count of a topic at most
 * @throws FaultMissed when the ends could not be read in time
 */
export async function readDelivered(kafka: Kafka, topic: string, count: number): Promise<Records> {
  const groupId = `faults.${randomUUID()}`;
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  await admin.connect();
  try {
    const ends = await endsWith(admin, topic);
    const read = new Map<string, Records[number]['messages']>();
    await consumer.connect();
    await consumer.subscribe({ topics: ends.topics, fromBeginning: true });
    await consumer.run({
      async eachMessage({ topic: name, partition, message: { key, value, headers, offset } }) {
        const record = { key, value, partition, ...(headers === undefined ? {} : { headers }) };
        const ofTopic = read.get(name) ?? [];
        read.set(name, ofTopic);
        ofTopic.push(record);
        if (Number(offset) + 1 >= (ends.open.get(`${name} ${partition}`) ?? Number.POSITIVE_INFINITY))
          ends.open.delete(`${name} ${partition}`);
      },
    });
    await within(
      () => `${ends.open.size} partitions could not be read`,
      () => ends.open.size === 0,
    );
    await consumer.stop();
    return [...read].map(([name, messages]) => ({
      topic: name,
      messages: messages.slice(-count).reverse(),
    }));
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

/** Our topics, and where the partitions in which there is something end at the moment. */
async function endsWith(
  admin: Admin,
  topic: string,
): Promise<{ readonly topics: string[]; readonly open: Map<string, number> }> {
  let topics: string[] = [];
  const open = new Map<string, number>();
  await within(
    () => `there is nothing in ${topic}`,
    async () => {
      topics = (await admin.listTopics()).filter(isOurs);
      for (const name of topics)
        for (const { partition, low, high } of await admin.fetchTopicOffsets(name))
          if (Number(low) < Number(high)) open.set(`${name} ${partition}`, Number(high));
      return [...open.keys()].some((name) => name.startsWith(`${topic} `));
    },
  );
  return { topics, open };
}
