import { messagesOfValue } from '@pii-vault/platform/messaging/kafka-record';
import type { Message } from 'kafkajs';
import type { Client } from 'pg';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { adminKafkaClient } from '../../running-vault/kafka-access.ts';
import { readSkippedDuplicates, type SidePorts } from '../side-ports.ts';
import { awaitServiceRestart } from './await-restart.ts';
import { APART, type Fault } from './fault.ts';
import { type Records, readNewestRecords } from './newest-records.ts';
import { pollUntil } from './poll-until.ts';

/** Records per topic that are sent again. */
const REPEATED = 300;

/** Half of Kafka's default limit of a batch. */
const PART_BYTES = 512 * 1024;

/** Services that consume events. A process caches the last event ids that it handled; its successor does not. */
const CONSUMERS = ['audit', 'compliance', 'lineage', 'tenancy', 'vault'] as const;
/** Services with an inbox, and a consumer of each that gets events in every run. */
const INBOXES = [
  ['compliance', 'check-changed-facts'],
  ['tenancy', 'queue-links'],
] as const;
/** A topic that causes webhook messages. */
const LINKS = 'lineage.link_detected';

/**
 * Kills the consumers, which empties their caches, and sends delivered records again, newest first. Each inbox has to
 * skip at least as many events as it held of those records. The kills alone may repeat nothing.
 */
export const deliveriesRepeated: Fault = {
  name: 'deliveries-repeated',
  topologies: APART,
  async inject({ vault, sidePorts }) {
    const kafka = await adminKafkaClient(vault.dataDir);
    const producer = kafka.producer();
    await producer.connect();
    try {
      const topicMessages = await readNewestRecords(kafka, LINKS, REPEATED);
      const due = await countInInboxes(vault.dataDir, topicMessages);
      await awaitServiceRestart(vault, CONSUMERS, async () => {
        for (const service of CONSUMERS) await vault.killService(service);
        for (const { topic, messages } of topicMessages)
          for (const part of partsOf(messages)) await producer.send({ topic, messages: part });
      });
      const known = await awaitSkipped(sidePorts, new Map(), due);
      const count = topicMessages.reduce((sum, { messages }) => sum + messages.length, 0);
      return (
        `${count} records of ${topicMessages.length} topics sent again, newest first, to killed consumers; ` +
        `inboxes skipped ${known} events and held ${sumOf(due)} of them before`
      );
    } finally {
      await producer.disconnect();
    }
  },
};

/** In the same order. In a long run, records of one topic are larger together than a broker accepts in one batch. */
function partsOf(messages: Message[]): Message[][] {
  const parts: Message[][] = [];
  let left = 0;
  for (const message of messages) {
    const bytes = message.value?.length ?? 0;
    const part = bytes > left ? undefined : parts.at(-1);
    if (part) part.push(message);
    else parts.push([message]);
    left = (part ? left : PART_BYTES) - bytes;
  }
  return parts;
}

/** Number of events of these records in the inboxes, by consumer. @throws FaultMissed if an inbox has none */
async function countInInboxes(dataDir: string, records: Records): Promise<ReadonlyMap<string, number>> {
  const events = records.flatMap(({ topic, messages }) =>
    messages.flatMap(({ value }) => idsIn(topic, value)),
  );
  const stored = new Map<string, number>();
  const client = await connectDatabase(dataDir);
  try {
    for (const [service, consumer] of INBOXES)
      await pollUntil(
        () => `the inbox of ${consumer} has none of the records`,
        async () => {
          const { rowCount } = await client.query(
            `SELECT FROM ${service}.inbox WHERE consumer = $1 AND event_id = ANY ($2::uuid[])`,
            [consumer, events],
          );
          stored.set(consumer, rowCount ?? 0);
          return stored.get(consumer) !== 0;
        },
      );
  } finally {
    await client.end();
  }
  return stored;
}

function idsIn(topic: string, value: Buffer | string | null): string[] {
  if (!Buffer.isBuffer(value)) return [];
  return (messagesOfValue(topic, value) ?? []).map(({ eventId }) => eventId);
}

/** Consumers of a killed process rejoin their groups first, and may have much to read. */
const SKIP_TIMEOUT_MS = 60_000;

/**
 * Resolves when each inbox has skipped the repeated events.
 * @param before number skipped before, by consumer
 * @param due number to skip, by consumer; default 1
 * @returns number that all inboxes skipped since
 * @throws FaultMissed if an inbox skips fewer
 */
async function awaitSkipped(
  sidePorts: SidePorts,
  before: ReadonlyMap<string, number>,
  due: ReadonlyMap<string, number> = new Map(),
): Promise<number> {
  let known: ReadonlyMap<string, number> = new Map();
  const isShort = (name: string) => (known.get(name) ?? 0) < (due.get(name) ?? 1);
  const missing = () => INBOXES.map(([, consumer]) => consumer).filter(isShort);
  const describe = (name: string) =>
    `the inbox of ${name} skipped ${known.get(name) ?? 0} of ${due.get(name) ?? 1}`;
  await pollUntil(
    () => missing().map(describe).join(', '),
    async () => {
      const now = await countSkipped(sidePorts);
      known = new Map([...now].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
      return missing().length === 0;
    },
    SKIP_TIMEOUT_MS,
  );
  return sumOf(known);
}

/**
 * Number of events that the inboxes skipped since their processes started, by consumer. @throws if one does not answer
 */
async function countSkipped(sidePorts: SidePorts): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [service, consumer] of INBOXES)
    counts.set(consumer, (await readSkippedDuplicates(sidePorts, service)).get(consumer) ?? 0);
  return counts;
}

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Moves the positions of the bus in PostgreSQL back, so that it delivers handled events again. */
export const progressLost: Fault = {
  name: 'progress-lost',
  topologies: ['embedded'],
  async inject({ vault, sidePorts }) {
    const client = await connectDatabase(vault.dataDir);
    try {
      await pollUntil(
        () => 'no link event was handled',
        () => isHandled(client, LINKS),
      );
      const before = await countSkipped(sidePorts);
      const { rowCount } = await client.query(
        'UPDATE bus.progress SET position = greatest(0, position - $1) WHERE position > 0',
        [REPEATED],
      );
      // A consumer caches the position of a topic until it loses its session lock, so its sessions are ended.
      await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%bus session'",
      );
      const known = await awaitSkipped(sidePorts, before);
      return `${rowCount} positions moved back by ${REPEATED}, sessions ended; inboxes skipped ${known} events`;
    } finally {
      await client.end();
    }
  },
};

async function isHandled(client: Client, topic: string): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM bus.progress WHERE topic = $1 AND position > 0', [topic]);
  return rows.length > 0;
}
