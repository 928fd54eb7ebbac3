import type { Client } from 'pg';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { kafkaOf } from '../../running-vault/kafka-access.ts';
import { readRepeated, type Sides } from '../sides.ts';
import { servicesAnew } from './anew.ts';
import { readDelivered } from './delivered-records.ts';
import { APART, type Fault } from './fault.ts';
import { within } from './within.ts';

/** Records per topic that come again. */
const REPEATED = 300;

/** Who takes events in. A process remembers what it handled last; the one after it does not. */
const CONSUMERS = ['audit', 'compliance', 'lineage', 'tenancy', 'vault'] as const;
/** Whose effects rest on an inbox, and a consumer of each that is told something in every run. */
const INBOXES = [
  ['compliance', 'check-changed-facts'],
  ['tenancy', 'tell-links'],
] as const;
/** Webhooks tell of them. */
const LINKS = 'lineage.link_detected';

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
      const topicMessages = await readDelivered(kafka, LINKS, REPEATED);
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

/**
 * Resolves when each of the inboxes has left out something that came again.
 * @param before what they had left out by then, by consumer
 * @returns how much they all have left out since
 */
async function reachInboxes(sides: Sides, before: ReadonlyMap<string, number>): Promise<number> {
  const known = new Map<string, number>();
  const missing = () =>
    INBOXES.map(([, consumer]) => consumer).filter((name) => (known.get(name) ?? 0) === 0);
  await within(
    () => `the inbox of ${missing().join(' and of ')} has left out nothing`,
    async () => {
      for (const [service] of INBOXES)
        for (const [consumer, count] of await readRepeated(sides, service).catch(() => []))
          known.set(consumer, count - (before.get(consumer) ?? 0));
      return missing().length === 0;
    },
  );
  return [...known.values()].reduce((sum, count) => sum + count, 0);
}

/** The log in PostgreSQL delivers again what its readers have handled, because they read their places anew. */
export const progressLost: Fault = {
  name: 'progress-lost',
  topologies: ['embedded'],
  async inject({ vault, sides }) {
    const client = await connectDatabase(vault.dataDir);
    try {
      await within(
        () => 'no link was handled',
        () => isHandled(client, LINKS),
      );
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

async function isHandled(client: Client, topic: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM bus.progress WHERE topic = $1 AND position > 0', [topic]);
  return rows.length > 0;
}
