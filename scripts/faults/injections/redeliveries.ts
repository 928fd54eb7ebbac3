import { messagesOf } from '@pii-vault/platform/events/kafka-record';
import type { Client } from 'pg';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { adminKafkaClient } from '../../running-vault/kafka-access.ts';
import { readRepeated, type Sides } from '../sides.ts';
import { servicesAnew } from './anew.ts';
import { type Records, readDelivered } from './delivered-records.ts';
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
 * What was delivered stands on Kafka once more, the newest first, for consumers that were killed and remember nothing of it.
 * The kills alone bring again what was not committed, which may be as little as nothing: so each inbox has to leave out as
 * many events as it knew of those that were sent.
 */
export const deliveriesRepeated: Fault = {
  name: 'deliveries-repeated',
  topologies: APART,
  async inject({ vault, sides }) {
    const kafka = await adminKafkaClient(vault.dataDir);
    const producer = kafka.producer();
    await producer.connect();
    try {
      const topicMessages = await readDelivered(kafka, LINKS, REPEATED);
      const due = await heldOf(vault.dataDir, topicMessages);
      await servicesAnew(vault, CONSUMERS, async () => {
        for (const service of CONSUMERS) await vault.killService(service);
        await producer.sendBatch({ topicMessages });
      });
      const known = await reachInboxes(sides, new Map(), due);
      const count = topicMessages.reduce((sum, { messages }) => sum + messages.length, 0);
      return `${count} records of ${topicMessages.length} topics again, newest first, for consumers killed meanwhile; inboxes knew ${known} events, ${sumOf(due)} of them at the kill`;
    } finally {
      await producer.disconnect();
    }
  },
};

/** How many events of these records the inboxes hold, by consumer. @throws FaultMissed when one holds none of them */
async function heldOf(dataDir: string, records: Records): Promise<ReadonlyMap<string, number>> {
  const events = records.flatMap(({ topic, messages }) =>
    messages.flatMap(({ value }) => idsIn(topic, value)),
  );
  const held = new Map<string, number>();
  const client = await connectDatabase(dataDir);
  try {
    for (const [service, consumer] of INBOXES)
      await within(
        () => `the inbox of ${consumer} holds nothing of what was to come again`,
        async () => {
          const { rowCount } = await client.query(
            `SELECT FROM ${service}.inbox WHERE consumer = $1 AND event_id = ANY ($2::uuid[])`,
            [consumer, events],
          );
          held.set(consumer, rowCount ?? 0);
          return held.get(consumer) !== 0;
        },
      );
  } finally {
    await client.end();
  }
  return held;
}

function idsIn(topic: string, value: Buffer | string | null): string[] {
  if (!Buffer.isBuffer(value)) return [];
  return (messagesOf(topic, { key: null, value }) ?? []).map(({ eventId }) => eventId);
}

/** Consumers of a process that was killed join their groups anew before they read, and there may be much to read. */
const LEAVE_OUT_MS = 60_000;

/**
 * Resolves when each of the inboxes has left out what came again.
 * @param before what they had left out by then, by consumer
 * @param due how much is to be left out, by consumer; one event of each unless told
 * @returns how much they all have left out since
 * @throws FaultMissed when one leaves out less
 */
async function reachInboxes(
  sides: Sides,
  before: ReadonlyMap<string, number>,
  due: ReadonlyMap<string, number> = new Map(),
): Promise<number> {
  let known: ReadonlyMap<string, number> = new Map();
  const isShort = (name: string) => (known.get(name) ?? 0) < (due.get(name) ?? 1);
  const missing = () => INBOXES.map(([, consumer]) => consumer).filter(isShort);
  const tell = (name: string) =>
    `the inbox of ${name} has left out ${known.get(name) ?? 0} of ${due.get(name) ?? 1}`;
  await within(
    () => missing().map(tell).join(', '),
    async () => {
      const now = await leftOut(sides);
      known = new Map([...now].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
      return missing().length === 0;
    },
    LEAVE_OUT_MS,
  );
  return sumOf(known);
}

/** What the inboxes have left out since their processes started, by consumer. @throws while one does not answer */
async function leftOut(sides: Sides): Promise<ReadonlyMap<string, number>> {
  const told = new Map<string, number>();
  for (const [service, consumer] of INBOXES)
    told.set(consumer, (await readRepeated(sides, service)).get(consumer) ?? 0);
  return told;
}

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

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
      const before = await leftOut(sides);
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
