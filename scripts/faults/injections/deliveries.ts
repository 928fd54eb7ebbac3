import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@pii-vault/platform/config/config';
import { SERVICE_NAMES } from '@pii-vault/platform/context/caller';
import { kafkaClient } from '@pii-vault/platform/events/kafka-client';
import { kafkaConfig } from '@pii-vault/platform/events/kafka-config';
import { silentLogger } from '@pii-vault/platform/log/log';
import { connectDatabase } from '../database-access.ts';
import { APART, type Fault, type FaultSite } from './fault.ts';

/** Messages per topic that come again. */
const REPEATED = 300;
const READ_MS = 2_500;

/** What was delivered stands on Kafka once more, the newest first, among what is delivered meanwhile. */
export const deliveriesRepeated: Fault = {
  name: 'deliveries-repeated',
  topologies: APART,
  async inject({ vault }) {
    const settings = await readFile(join(vault.dataDir, 'parts/kafka/env'), 'utf8');
    const brokers = /^KAFKA_BROKERS=(.*)$/m.exec(settings)?.[1];
    const kafka = kafkaClient(loadConfig(kafkaConfig, { KAFKA_BROKERS: brokers }), silentLogger());
    const groupId = `faults.${randomUUID()}`;
    const admin = kafka.admin();
    const producer = kafka.producer();
    const consumer = kafka.consumer({ groupId });
    await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
    try {
      const isOurs = (topic: string) => SERVICE_NAMES.some((name) => topic.startsWith(`${name}.`));
      const topics = (await admin.listTopics()).filter(isOurs);
      await consumer.subscribe({ topics, fromBeginning: true });
      type Read = Parameters<typeof producer.send>[0]['messages'][number];
      const read = new Map<string, Read[]>(topics.map((topic) => [topic, []]));
      await consumer.run({
        async eachMessage({ topic, partition, message: { key, value, headers } }) {
          read.get(topic)?.push({ key, value, partition, ...(headers === undefined ? {} : { headers }) });
        },
      });
      await new Promise((resolve) => setTimeout(resolve, READ_MS));
      await consumer.stop();
      const repeated = [...read]
        .map(([topic, messages]) => ({ topic, messages: messages.slice(-REPEATED).reverse() }))
        .filter(({ messages }) => messages.length > 0);
      await producer.sendBatch({ topicMessages: repeated });
      const count = repeated.reduce((sum, { messages }) => sum + messages.length, 0);
      return `${count} messages of ${repeated.length} topics again, newest first`;
    } finally {
      await consumer.disconnect();
      await admin.deleteGroups([groupId]).catch(() => undefined);
      await Promise.all([admin.disconnect(), producer.disconnect()]);
    }
  },
};

/** The log in PostgreSQL delivers again what its readers have handled. */
export const progressLost: Fault = {
  name: 'progress-lost',
  topologies: ['embedded'],
  async inject(site: FaultSite) {
    const client = await connectDatabase(site.vault.dataDir);
    try {
      const { rowCount } = await client.query(
        'UPDATE bus.progress SET position = greatest(0, position - $1)',
        [REPEATED],
      );
      return `${rowCount} readers of the log set back by ${REPEATED}`;
    } finally {
      await client.end();
    }
  },
};
