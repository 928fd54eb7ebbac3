import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { isOurs, kafkaOf } from '../../running-vault/kafka-access.ts';
import { APART, type Fault, FaultMissed, type FaultSite } from './fault.ts';

/** Messages per topic that come again. */
const REPEATED = 300;
/** From the first message on. */
const READ_MS = 2_500;
/** Until the first one, at most. */
const JOIN_MS = 30_000;
const LOOK_MS = 50;

/** What was delivered stands on Kafka once more, the newest first, among what is delivered meanwhile. */
export const deliveriesRepeated: Fault = {
  name: 'deliveries-repeated',
  topologies: APART,
  async inject({ vault }) {
    const kafka = await kafkaOf(vault.dataDir);
    const groupId = `faults.${randomUUID()}`;
    const admin = kafka.admin();
    const producer = kafka.producer();
    const consumer = kafka.consumer({ groupId });
    await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
    try {
      const topics = (await admin.listTopics()).filter(isOurs);
      await consumer.subscribe({ topics, fromBeginning: true });
      type Read = Parameters<typeof producer.send>[0]['messages'][number];
      const read = new Map<string, Read[]>(topics.map((topic) => [topic, []]));
      await consumer.run({
        async eachMessage({ topic, partition, message: { key, value, headers } }) {
          read.get(topic)?.push({ key, value, partition, ...(headers === undefined ? {} : { headers }) });
        },
      });
      const until = performance.now() + JOIN_MS;
      while (countOf(read.values()) === 0 && performance.now() < until) await delay(LOOK_MS);
      await delay(READ_MS);
      await consumer.stop();
      const repeated = [...read]
        .map(([topic, messages]) => ({ topic, messages: messages.slice(-REPEATED).reverse() }))
        .filter(({ messages }) => messages.length > 0);
      const count = countOf(repeated.map(({ messages }) => messages));
      if (count === 0) throw new FaultMissed(`no message of ${topics.length} topics could be read`);
      await producer.sendBatch({ topicMessages: repeated });
      return `${count} messages of ${repeated.length} topics again, newest first`;
    } finally {
      await consumer.disconnect();
      await admin.deleteGroups([groupId]).catch(() => undefined);
      await Promise.all([admin.disconnect(), producer.disconnect()]);
    }
  },
};

function countOf(lists: Iterable<readonly unknown[]>): number {
  return [...lists].reduce((sum, list) => sum + list.length, 0);
}

/** The log in PostgreSQL delivers again what its readers have handled. */
export const progressLost: Fault = {
  name: 'progress-lost',
  topologies: ['embedded'],
  async inject(site: FaultSite) {
    const client = await connectDatabase(site.vault.dataDir);
    try {
      const { rowCount } = await client.query(
        'UPDATE bus.progress SET position = greatest(0, position - $1) WHERE position > 0',
        [REPEATED],
      );
      if (rowCount === 0 || rowCount === null) throw new FaultMissed('the log has no readers');
      return `${rowCount} readers of the log set back by ${REPEATED}`;
    } finally {
      await client.end();
    }
  },
};
