import type { Tx } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import type { SubscriptionSpec } from './bus.ts';
import type { BusSession } from './postgres-bus-session.ts';
import { moveProgress, readLag, readMessages, readProgress } from './postgres-bus-store.ts';
import { startWorkLoop } from './work-loop.ts';

export interface TopicSubscriptionOptions {
  readonly spec: SubscriptionSpec;
  readonly topic: string;
  readonly session: BusSession;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly log: Pick<Logger, 'error'>;
  readonly pollMs: number;
}

export interface TopicSubscription {
  readonly topic: string;
  wake(): void;
  flush(): Promise<void>;
  lag(): Promise<number>;
  stop(): Promise<void>;
}

const DEFAULT_BATCH = 500;

/** One group's work on one topic: read behind the position, hand over, move the position, again. */
export function subscribeTopic(options: TopicSubscriptionOptions): TopicSubscription {
  const { spec, topic, session, transaction } = options;
  const { group } = spec;
  const lockName = `bus ${group} ${topic}`;
  const maxBatch = spec.maxBatch ?? DEFAULT_BATCH;
  let owned: { generation: number; position: number } | undefined;

  /** The group's position if this process may work for it. The lock saves double work; progress is compared anyway. */
  async function own(): Promise<number | undefined> {
    if (owned !== undefined && owned.generation === session.generation()) return owned.position;
    owned = undefined;
    if (!(await session.tryLock(lockName))) return undefined;
    owned = { generation: session.generation(), position: -1 };
    try {
      owned.position = await transaction((tx) => readProgress(tx, group, topic));
      return owned.position;
    } catch (error) {
      await disown();
      throw error;
    }
  }

  async function disown(): Promise<void> {
    if (owned?.generation === session.generation()) await session.unlock(lockName);
    owned = undefined;
  }

  async function pass(): Promise<boolean> {
    const from = await own();
    if (from === undefined) return false;
    const batch = await transaction((tx) => readMessages(tx, topic, from, maxBatch));
    const last = batch.at(-1);
    if (last === undefined) return false;
    await spec.handler(batch.map((positioned) => positioned.message));
    const moved = await transaction((tx) => moveProgress(tx, group, topic, from, last.position));
    if (!moved) await disown();
    else if (owned !== undefined) owned = { ...owned, position: last.position };
    return true;
  }

  const loop = startWorkLoop({
    pass,
    pollMs: options.pollMs,
    onError: (error) => options.log.error('messages could not be handled', { group, topic, err: error }),
  });
  return {
    topic,
    wake: () => loop.wake(),
    flush: () => loop.flush(),
    lag: () => transaction((tx) => readLag(tx, group, topic)),
    async stop() {
      await loop.stop();
      await disown().catch(() => undefined);
    },
  };
}
