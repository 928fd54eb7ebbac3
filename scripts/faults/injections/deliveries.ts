import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { isOurs, kafkaOf } from '../../running-vault/kafka-access.ts';
import { readRepeated, type Sides } from '../sides.ts';
import { servicesAnew } from './anew.ts';
import { APART, type Fault, FaultMissed } from './fault.ts';

/** Records per topic that come again. */
const REPEATED = 300;
/** From the first link on. */
const READ_MS = 2_500;
/** Until the first link, and until what came again has reached the inboxes, at most. */
const WITHIN_MS = 30_000;
const LOOK_MS = 50;

/** Who takes events in. A process remembers what it handled last; the one after it does not. */
const CONSUMERS = ['audit', 'compliance', 'lineage', 'tenancy', 'vault'] as const;
/** Whose effects rest on an inbox, and a consumer of each that is told something in every run. */
const INBOXES = [
  ['compliance', 'check-changed-facts'],
  ['tenancy', 'tell-links'],
] as const;
/** Webhooks tell of them. */
const LINKS = 'lineage.link_detected';

type Kafka = Awaited<ReturnType<typeof kafkaOf>>;
type Batch = Parameters<ReturnType<Kafka['producer']>['sendBatch']>[0];
type Records = NonNullable<Batch['topicMessages']>;

/**
 * What was delivered stands on Kafka once more, the newest first, for consumers that were killed meanwhile and remember
 * nothing of it.
 */
export const deliveriesRepeated: Fault = {
  name: 'deliveries-repeated',
  topologies: APART,
  async inject({ vault, sides }) {
    const kafka = await kafkaOf(vault.dataDir);
    const producer = kafka.producer();
    await producer.connect();
    try {
      const topicMessages = await readRecords(kafka);
      await servicesAnew(vault, CONSUMERS, async () => {
        for (const service of CONSUMERS) await vault.killOne(service);
        await producer.sendBatch({ topicMessages });
      });
      const known = await reachInboxes(sides, new Map());
      const count = topicMessages.reduce((sum, { messages }) => sum + messages.length, 0);
      return `${count} records of ${topicMessages.length} topics again, newest first, for consumers killed meanwhile; inboxes knew ${known} events`;
    } finally {
      await producer.disconnect();
    }
  },
};

/** The newest of each topic, newest first, as soon as there are links. */
async function readRecords(kafka: Kafka): Promise<Records> {
  const groupId = `faults.${randomUUID()}`;
  const admin = kafka.admin();
  await admin.connect();
  const consumer = kafka.consumer({ groupId });
  try {
    const topics = await topicsWithLinks(admin);
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    const read = new Map<string, Records[number]['messages']>(topics.map((topic) => [topic, []]));
    await consumer.run({
      async eachMessage({ topic, partition, message: { key, value, headers } }) {
        read.get(topic)?.push({ key, value, partition, ...(headers === undefined ? {} : { headers }) });
      },
    });
    await within('no link could be read', async () => (read.get(LINKS)?.length ?? 0) > 0);
    await delay(READ_MS);
    await consumer.stop();
    return [...read]
      .map(([topic, messages]) => ({ topic, messages: messages.slice(-REPEATED).reverse() }))
      .filter(({ messages }) => messages.length > 0);
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  }
}

async function topicsWithLinks(admin: ReturnType<Kafka['admin']>): Promise<string[]> {
  let topics: string[] = [];
  await within('there is no topic of links', async () => {
    topics = (await admin.listTopics()).filter(isOurs);
    return topics.includes(LINKS);
  });
  return topics;
}

/**
 * Resolves when each of the inboxes has left out something that came again.
 * @param before what they had left out by then, by consumer
 * @returns how much they all have left out since
 */
async function reachInboxes(sides: Sides, before: ReadonlyMap<string, number>): Promise<number> {
  const known = new Map<string, number>();
  await within('no message that came again has reached the inboxes', async () => {
    for (const [service] of INBOXES)
      for (const [consumer, count] of await readRepeated(sides, service).catch(() => []))
        known.set(consumer, count - (before.get(consumer) ?? 0));
    return INBOXES.every(([, consumer]) => (known.get(consumer) ?? 0) > 0);
  });
  return [...known.values()].reduce((sum, count) => sum + count, 0);
}

/** @throws FaultMissed when it does not become so */
async function within(missed: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > until) throw new FaultMissed(missed);
    await delay(LOOK_MS);
  }
}

/** The log in PostgreSQL delivers again what its readers have handled, because they read their places anew. */
export const progressLost: Fault = {
  name: 'progress-lost',
  topologies: ['embedded'],
  async inject({ vault, sides }) {
    const client = await connectDatabase(vault.dataDir);
    try {
      await within('no link was handled', async () => {
        const { rowCount } = await client.query(
          'SELECT FROM bus.progress WHERE topic = $1 AND position > 0',
          [LINKS],
        );
        return rowCount === 1;
      });
      const before = await readRepeated(sides, 'tenancy');
      const { rowCount } = await client.query(
        'UPDATE bus.progress SET position = greatest(0, position - $1) WHERE position > 0',
        [REPEATED],
      );
      // Who holds a topic knows its place by heart, until it loses the lock that is of its connection.
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%bus session'",
      );
      const known = await reachInboxes(sides, before);
      return `${rowCount} readers of the log set back by ${REPEATED} and their session ended; inboxes knew ${known} events`;
    } finally {
      await client.end();
    }
  },
};
