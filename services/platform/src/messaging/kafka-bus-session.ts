import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { evictDeadMembers } from './kafka-dead-members.ts';

/** A record with its position. */
export interface Fetched {
  readonly topic: string;
  readonly partition: number;
  readonly record: KafkaMessage;
}

export interface SessionOptions {
  readonly kafka: Kafka;
  readonly group: string;
  readonly topics: readonly string[];
  /** The records of one partition, in order; up to 64 partitions at a time. */
  eachBatch(records: readonly Fetched[], payload: EachBatchPayload): Promise<void>;
  /** Partitions this member has, by topic; undefined while the group shares them out. */
  onAssigned(partitions: Readonly<Record<string, readonly number[]>> | undefined): void;
  /** Aborted when the session is to end. */
  readonly signal: AbortSignal;
  /** Lets the records in hand be finished before the group is left. */
  settle(): Promise<void>;
}

/** A member that is silent for so long is taken for dead, in ms. Its partitions wait as long. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 3_000;
/** How long the group waits for a member that is busy, in ms; above the deadline of any handler. */
const REBALANCE_MS = 30_000;
/**
 * Longest wait of a fetch for something new, in ms; leaving the group takes as long. Asking is most of what an idle
 * process does. Heartbeats come between fetches, so that the longest silence is HEARTBEAT_MS and one of these.
 */
const FETCH_WAIT_MS = 2_000;
const PARTITIONS_AT_ONCE = 64;
/** About ten seconds, to outlast a broker's restart: the group would wait longer for a member that did not leave. */
const RETRIES = { retries: 12, initialRetryTime: 100, maxRetryTime: 1_000 } as const;

/**
 * One membership of a group: from joining until the signal aborts, or until kafkajs gives up; then it rejects with that
 * error. The caller restarts by a new session.
 */
export async function runSession(options: SessionOptions): Promise<void> {
  const { signal } = options;
  const eviction = evictDeadMembers(options.group);
  const consumer = options.kafka.consumer({
    groupId: options.group,
    partitionAssigners: [eviction.assigner],
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    rebalanceTimeout: REBALANCE_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    retry: { ...RETRIES, restartOnFailure: async () => false },
  });
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => undefined);
  if (signal.aborted) return;
  signal.addEventListener('abort', () => end.resolve(), { once: true });
  consumer.on(consumer.events.CRASH, ({ payload }) => end.reject(payload.error));
  consumer.on(consumer.events.REBALANCING, () => options.onAssigned(undefined));
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    eviction.joined(payload.memberId);
    options.onAssigned(payload.memberAssignment);
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    // Without the right to describe or delete members, the group waits for the session timeout.
    await eviction.evict().catch(() => undefined);
    // Resolves after joining, or after the crash: leaving in the middle of joining would leave a member behind.
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      eachBatch: (payload) => withHeartbeat(payload, () => options.eachBatch(recordsOf(payload), payload)),
    });
    await end.promise;
  } finally {
    await options.settle();
    await consumer.disconnect().catch(() => undefined);
    eviction.ended();
    options.onAssigned(undefined);
  }
}

function recordsOf({ batch }: EachBatchPayload): Fetched[] {
  return batch.messages.map((record) => ({ topic: batch.topic, partition: batch.partition, record }));
}

/**
 * Sends heartbeats during the work, which may take longer than the session timeout. Their errors are ignored: the
 * heartbeat after the batch meets the same error.
 */
async function withHeartbeat(payload: EachBatchPayload, work: () => Promise<void>): Promise<void> {
  const beating = setInterval(() => payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beating);
  }
}
