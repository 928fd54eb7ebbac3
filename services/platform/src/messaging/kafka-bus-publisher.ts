import type { BusMessage } from './bus.ts';
import {
  busUnavailable,
  type KafkaAdmin,
  type KafkaClient,
  type KafkaProducer,
  type NewKafkaRecord,
  type OffsetRange,
  placeName,
  type RecordPlace,
} from './kafka-client.ts';
import type { KafkaConfig } from './kafka-config.ts';
import { partitionOf, recordValues } from './kafka-record.ts';
import type { RecordReader } from './kafka-record-reader.ts';
import type { RecordSigner } from './kafka-record-signer.ts';
import { ensureTopics } from './kafka-topics.ts';
import {
  byNumber,
  type NumberLedger,
  numberLedger,
  numberReused,
  REPEATED_AT_MOST,
} from './number-ledger.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createReusable } from './reusable.ts';

/** How records are signed, and read back. */
export interface RecordSeal {
  readonly sign: RecordSigner;
  readonly read: RecordReader;
}

export interface KafkaPublisher {
  publish(messages: readonly BusMessage[]): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  readonly admin: KafkaAdmin;
  readonly producer: KafkaProducer;
}

/** State of a topic that only relays write to. */
interface TopicState {
  readonly ledger: NumberLedger;
  /** Offset behind the last message known, by partition. */
  next: number[];
  /** False when the topic may hold messages that the ledger does not know: another writer's, or after a fault. */
  isCurrent: boolean;
}

/** Kafka refuses more than 1 MiB for a partition at once; a longer single message goes alone. */
const PORTION_BYTES = 512 * 1024;
/** Approximate size of a message's envelope and framing, in bytes. */
const ENVELOPE_BYTES = 256;

/**
 * Writes each number once. Keeps a ledger of the events with the last numbers of each topic. The ledger is reloaded
 * from the topic's end when the process starts, after a fault, and when an acknowledged offset shows another writer.
 * That writer is a relay that lost its lease, whose last batch equals ours, or a relay that was restored without a new
 * epoch, whose batch differs.
 */
export function kafkaPublisher(client: KafkaClient, config: KafkaConfig, seal: RecordSeal): KafkaPublisher {
  const topics = new Map<string, TopicState>();
  const inTurn = oneAtATime();
  const connection = createReusable(() => connect(client), disconnect);

  async function attempt(messages: readonly BusMessage[]): Promise<void> {
    const { admin, producer } = await connection.get();
    const names = [...new Set(messages.map((message) => message.topic))];
    await bringUpToDate({ admin, config, read: seal.read }, topics, names);
    const seen = new Set<string>();
    const fresh = messages.filter((message) => {
      const isRepeated = seen.has(message.eventId);
      seen.add(message.eventId);
      return !stateOf(topics, message.topic).ledger.has(message) && !isRepeated;
    });
    for (const portion of portions(fresh)) await send(producer, seal.sign, topics, portion);
  }

  return {
    publish: (messages) =>
      inTurn(() =>
        attempt(messages).catch(async (error: unknown) => {
          // It is unknown which messages have arrived.
          for (const { topic } of messages) stateOf(topics, topic).isCurrent = false;
          await connection.reset();
          throw busUnavailable(error);
        }),
      ),
    close: () => connection.reset(),
  };
}

async function connect(client: KafkaClient): Promise<Connection> {
  const admin = await client.connectAdmin();
  try {
    return { admin, producer: await client.connectProducer() };
  } catch (error) {
    await admin.close().catch(() => undefined);
    throw error;
  }
}

async function disconnect({ admin, producer }: Connection): Promise<void> {
  await Promise.allSettled([admin.close(), producer.close()]);
}

function stateOf(topics: Map<string, TopicState>, topic: string): TopicState {
  const state = topics.get(topic) ?? { ledger: numberLedger(), next: [], isCurrent: false };
  topics.set(topic, state);
  return state;
}

interface TailOptions extends Pick<RecordSeal, 'read'> {
  readonly admin: KafkaAdmin;
  readonly config: KafkaConfig;
}

/**
 * Reads what the topics hold and the ledgers do not. Records that the topic's owner has not signed count for nothing.
 * @throws AppError DATA_LOSS when another writer uses our numbers
 */
async function bringUpToDate(
  { admin, config, read }: TailOptions,
  topics: Map<string, TopicState>,
  names: readonly string[],
): Promise<void> {
  const stale = names.filter((topic) => !stateOf(topics, topic).isCurrent);
  if (stale.length === 0) return;
  await ensureTopics(admin, stale, config);
  const ends = new Map<string, number[]>();
  const ranges: OffsetRange[] = [];
  for (const topic of stale) {
    const { next } = stateOf(topics, topic);
    const bounds = await admin.readBounds(topic);
    for (const { partition, low, high } of bounds) {
      const from = Math.max(low, next[partition] ?? high - REPEATED_AT_MOST);
      ranges.push({ topic, partition, from, to: high });
    }
    const highs = bounds.map(({ high }) => high);
    ends.set(topic, highs);
  }
  const firstLook = new Set(stale.filter((topic) => stateOf(topics, topic).next.length === 0));
  // Partition after partition as they were read, the last of one would be forgotten for the first of the next.
  for (const message of (await readMessages({ admin, read }, ranges)).toSorted(byNumber)) {
    const isSame = stateOf(topics, message.topic).ledger.note(message);
    // Ignore a reused number from before this process started; stop on one that another writer adds meanwhile.
    if (!isSame && !firstLook.has(message.topic)) throw numberReused();
  }
  for (const [topic, next] of ends) Object.assign(stateOf(topics, topic), { next, isCurrent: true });
}

/** A payload keeps all of what was fetched with it in memory. */
const NOTHING = new Uint8Array();

/** Without payloads, and without records that the topic's owner has not signed. */
async function readMessages(
  { admin, read }: Pick<TailOptions, 'admin' | 'read'>,
  ranges: readonly OffsetRange[],
): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  await admin.readRanges(ranges, (record) => {
    const found = read(record, record);
    if (found.refused !== undefined) return;
    for (const message of found.messages ?? []) messages.push({ ...message, payload: NOTHING });
  });
  return messages;
}

/** Sends in order and records the acknowledged messages and offsets. */
async function send(
  producer: KafkaProducer,
  sign: RecordSigner,
  topics: Map<string, TopicState>,
  messages: readonly BusMessage[],
): Promise<void> {
  const records: NewKafkaRecord[] = [];
  const written: (RecordPlace & { readonly count: number })[] = [];
  for (const [topic, some] of Map.groupBy(messages, (message) => message.topic)) {
    const partitions = stateOf(topics, topic).next.length;
    for (const [partition, ofOne] of Map.groupBy(some, ({ key }) => partitionOf(key, partitions))) {
      const made = recordValues(ofOne).map((value) => sign(topic, partition, value));
      written.push({ topic, partition, count: made.length });
      records.push(...made);
    }
  }
  const acknowledged = new Map(
    (await producer.send(records)).map((position) => [placeName(position), position.offset]),
  );
  for (const { count, ...place } of written) {
    const state = stateOf(topics, place.topic);
    const first = acknowledged.get(placeName(place));
    const isAlone = first !== undefined && first === state.next[place.partition];
    if (isAlone) state.next[place.partition] = first + count;
    else state.isCurrent = false;
  }
  for (const message of messages) stateOf(topics, message.topic).ledger.note(message);
}

function portions(messages: readonly BusMessage[]): BusMessage[][] {
  const all: BusMessage[][] = [];
  let bytes = PORTION_BYTES;
  for (const message of messages) {
    const size = message.payload.length + message.key.length + ENVELOPE_BYTES;
    if (bytes + size > PORTION_BYTES) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1)?.push(message);
    bytes += size;
  }
  return all;
}
