import type { EachBatchPayload, Kafka } from 'kafkajs';
import {
  FETCH_WAIT_MS,
  type FetchedBatch,
  HEARTBEAT_MS,
  type KafkaRecord,
  REBALANCE_MS,
  SESSION_MS,
  type SessionOptions,
} from '../kafka-client.ts';

const PARTITIONS_AT_ONCE = 64;
/** About ten seconds, to outlast a broker's restart: the group would wait longer for a member that did not leave. */
const RETRIES = { retries: 12, initialRetryTime: 100, maxRetryTime: 1_000 } as const;

/**
 * Leaving the group takes as long as a fetch waits. Heartbeats come between fetches, so that the longest silence is
 * HEARTBEAT_MS and one fetch.
 */
export async function runSession(kafka: Kafka, options: SessionOptions): Promise<void> {
  const { signal } = options;
  const consumer = kafka.consumer({
    groupId: options.group,
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
  consumer.on(consumer.events.REBALANCING, () => options.onAssigned(undefined, undefined));
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) =>
    options.onAssigned(payload.memberAssignment, payload.memberId),
  );
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
    // Resolves after joining, or after the crash: leaving in the middle of joining would leave a member behind.
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
      eachBatch: (payload) =>
        withHeartbeat(payload, () => options.eachBatch(recordsOf(payload), fetchedBatch(payload))),
    });
    await end.promise;
  } finally {
    await options.settle();
    await consumer.disconnect().catch(() => undefined);
  }
}

function recordsOf({ batch: { topic, partition, messages } }: EachBatchPayload): KafkaRecord[] {
  return messages.map(({ offset, value, headers = {} }) => {
    return { topic, partition, offset: Number(offset), value, headers };
  });
}

/** The records of one partition. */
function fetchedBatch({ isStale, commitOffsetsIfNecessary, resolveOffset }: EachBatchPayload): FetchedBatch {
  return {
    isStale,
    async commit(positions) {
      const topics = [...Map.groupBy(positions, ({ topic }) => topic)].map(([topic, some]) => ({
        topic,
        partitions: some.map(({ partition, offset }) => ({ partition, offset: String(offset) })),
      }));
      await commitOffsetsIfNecessary({ topics });
    },
    resolve: ({ offset }) => resolveOffset(String(offset - 1)),
  };
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
