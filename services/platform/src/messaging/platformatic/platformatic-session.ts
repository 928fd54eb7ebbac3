import { type BaseOptions, Consumer, type Message, type MessagesStream } from '@platformatic/kafka';
import {
  type Assigned,
  FETCH_WAIT_MS,
  type FetchedBatch,
  HEARTBEAT_MS,
  type KafkaRecord,
  type Position,
  placeName,
  REBALANCE_MS,
  REQUEST_MS,
  SESSION_MS,
  type SessionOptions,
} from '../kafka-client.ts';
import { createSignal, type Signal } from '../signal.ts';
import { headersOf } from './platformatic-record.ts';

/** About ten seconds, to outlast a broker's restart. */
const RETRIES = 12;
/** As kafkajs, so that members with either client can share a group while KAFKA_CLIENT is changed. */
const PROTOCOLS = [{ name: 'RoundRobinAssigner', version: 0 }];
const NO_USER_DATA = Buffer.alloc(0);
const FETCH_BYTES = { maxBytes: 10 * 1024 * 1024, maxBytesPerPartition: 1024 * 1024 } as const;

/** A membership of a group. A generation lasts from one rebalance to the next. */
interface Membership {
  readonly consumer: Consumer;
  readonly options: SessionOptions;
  /** Rises when a generation starts and when it ends. */
  generation: number;
  hasJoined: boolean;
  commits: number;
  failure: unknown;
  /** Sent after each change, when records have arrived, and when a commit starts. */
  readonly news: Signal<void>;
}

/**
 * During a rebalance the library joins again by itself and keeps the records that it has fetched. A stream therefore
 * lives for one generation only: the next one starts at the committed positions.
 */
export async function runSession(base: BaseOptions, options: SessionOptions): Promise<void> {
  const { signal, group, topics } = options;
  if (signal.aborted) return;
  const consumer = new Consumer({
    ...base,
    // A broker answers a join after up to REBALANCE_MS.
    requestTimeout: REBALANCE_MS + REQUEST_MS,
    retries: RETRIES,
    groupId: group,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTime: FETCH_WAIT_MS,
    autocommit: false,
    protocols: PROTOCOLS,
    protocolsMetadata: () => beforeJoin(member),
  });
  const news = createSignal<void>();
  const member: Membership = {
    consumer,
    options,
    generation: 0,
    hasJoined: false,
    commits: 0,
    failure: undefined,
    news,
  };
  const fail = (error: unknown) => failed(member, error);
  consumer.on('error', fail);
  consumer.on('consumer:heartbeat:stalled', ({ lastError }) => fail(lastError ?? new Error('No heartbeat')));
  consumer.on('consumer:group:join', () => {
    Object.assign(member, { generation: member.generation + 1, hasJoined: true });
    options.onAssigned(assignedTo(consumer), consumer.memberId ?? undefined);
    news.tell();
  });
  signal.addEventListener('abort', () => news.tell(), { once: true });
  try {
    // So that the topics stay those of the group between two streams.
    consumer.topics.trackAll(...topics);
    // Leaving in the middle of joining would leave a member behind.
    await consumer.joinGroup({});
    while (!isOver(member)) await readGeneration(member);
    if (member.failure !== undefined) throw member.failure;
  } finally {
    await options.settle();
    await consumer.close(true).catch(() => undefined);
  }
}

function failed(member: Membership, error: unknown): void {
  member.failure ??= error;
  member.news.tell();
}

const isOver = ({ options, failure }: Membership) => options.signal.aborted || failure !== undefined;

function assignedTo({ assignments }: Consumer): Assigned {
  return Object.fromEntries((assignments ?? []).map(({ topic, partitions }) => [topic, partitions]));
}

/**
 * Called before each request to join. The partitions may go to other members with the answer, so it waits for the
 * running handler; but not for its commit, which is sent first and may itself cause the join.
 */
async function beforeJoin(member: Membership): Promise<Buffer> {
  const { options, news } = member;
  Object.assign(member, { generation: member.generation + 1, hasJoined: false });
  options.onAssigned(undefined, undefined);
  news.tell();
  let isIdle = false;
  const settled = options.settle().then(() => {
    isIdle = true;
  });
  while (!isIdle && member.commits === 0) await Promise.race([settled, news.next()]);
  return NO_USER_DATA;
}

/** Reads until the generation or the session ends. */
async function readGeneration(member: Membership): Promise<void> {
  const { consumer, options, generation, news } = member;
  if (!member.hasJoined) return news.next();
  const isCurrent = () => member.generation === generation && !isOver(member);
  const stream = await consumer.consume({
    topics: [...options.topics],
    mode: 'committed',
    fallbackMode: 'earliest',
    // One fetch ahead of the handler.
    highWaterMark: 1,
    ...FETCH_BYTES,
  });
  stream.on('readable', () => news.tell());
  stream.on('error', (error) => {
    if (isCurrent()) failed(member, error);
  });
  try {
    while (isCurrent()) {
      const next = news.next();
      const records = take(stream);
      if (records.length === 0) await next;
      else await deliver(member, records, isCurrent);
    }
  } catch (error) {
    if (isCurrent()) throw error;
  } finally {
    stream.destroy();
  }
}

function take(stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>): KafkaRecord[] {
  const records: KafkaRecord[] = [];
  for (let message = read(stream); message !== null; message = read(stream)) {
    const { topic, partition, offset, value, headerEntries } = message;
    records.push({
      topic,
      partition,
      offset: Number(offset),
      value: value ?? null,
      headers: headersOf(headerEntries),
    });
  }
  return records;
}

const read = (stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>): Message | null => stream.read();

/** Delivers until all is handled or the generation ends. */
async function deliver(
  member: Membership,
  records: readonly KafkaRecord[],
  isCurrent: () => boolean,
): Promise<void> {
  const handled = new Map<string, number>();
  const batch: FetchedBatch = {
    isStale: () => !isCurrent(),
    commit: (positions) => commit(member, positions),
    resolve: (position) => void handled.set(placeName(position), position.offset),
  };
  const isLeft = (record: KafkaRecord) => record.offset >= (handled.get(placeName(record)) ?? 0);
  for (let left = records; left.length > 0 && isCurrent(); left = left.filter(isLeft))
    await member.options.eachBatch(left, batch);
}

async function commit(member: Membership, positions: readonly Position[]): Promise<void> {
  member.commits += 1;
  try {
    const offsets = positions.map(({ offset, ...place }) => {
      return { ...place, offset: BigInt(offset), leaderEpoch: -1 };
    });
    const committed = member.consumer.commit({ offsets });
    member.news.tell();
    await committed;
  } finally {
    member.commits -= 1;
  }
}
