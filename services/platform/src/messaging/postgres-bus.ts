import { AppError, dataLoss } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import type { DatabaseAddress, Login } from '../postgres/connection.ts';
import type { Tx } from '../postgres/database.ts';
import { type ConnectionPool, createPool } from '../postgres/pool.ts';
import { PostgresFailure } from '../postgres/postgres-failure.ts';
import { autocommit } from '../postgres/single-statement.ts';
import {
  BUS_RETENTION_MS,
  type Bus,
  type BusMessage,
  type Subscription,
  type SubscriptionSpec,
} from './bus.ts';
import { openBusSession } from './postgres-bus-session.ts';
import { type Appended, appendMessages, type Positioned, purgeMessages } from './postgres-bus-store.ts';
import { subscribeTopic, type TopicSubscription } from './postgres-bus-subscription.ts';
import { startWorkLoop, type WorkLoop } from './work-loop.ts';

export interface PostgresBusOptions {
  readonly address: DatabaseAddress;
  readonly login: Login;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Interval between polls of a topic without a notification, in ms. */
  readonly pollMs?: number;
}

const PURGE_EVERY_MS = 3_600_000;
/** Of each topic in one statement: some milliseconds of PostgreSQL's time. */
const PURGED_AT_ONCE = 1_000;

/**
 * The bus of the embedded topology: a log in PostgreSQL, NOTIFY to wake subscribers, polling as a fallback. Subscribers
 * also delete old messages, at the start and every hour.
 */
export function postgresBus(options: PostgresBusOptions): Bus {
  const pool = openPool(options);
  const pollMs = options.pollMs ?? 1_000;
  const subscriptions = new Set<TopicSubscription>();
  const session = openBusSession({ ...options, onNotify: wakeTopic });
  const alone = eachAlone(pool);
  let purging: WorkLoop | undefined;

  function wakeTopic(topic: string): void {
    for (const subscription of subscriptions) if (subscription.topic === topic) subscription.wake();
  }

  /** Passes new messages to subscriptions of this process, so that they need not read them from the log. */
  function offer(messages: readonly Positioned[]): void {
    for (const subscription of subscriptions)
      if (subscription.topic === messages[0]?.message.topic) subscription.offer(messages);
  }

  function subscribe(spec: SubscriptionSpec): Subscription {
    purging ??= startPurging(alone, options.log);
    const shared = { spec, group: spec.group, session, alone, log: options.log, pollMs };
    const own = spec.topics.map((topic) => subscribeTopic({ ...shared, topic }));
    for (const subscription of own) subscriptions.add(subscription);
    return combine(own, () => {
      for (const subscription of own) subscriptions.delete(subscription);
    });
  }

  return {
    async publish(messages: readonly BusMessage[]) {
      if (messages.length === 0) return;
      const appended = await appendMessages(alone, messages).catch((error: unknown) => {
        throw isKnownNumber(error) ? numberReused(error) : error;
      });
      for (const one of appended) offer(placed(one, messages));
      for (const topic of new Set(messages.map((message) => message.topic))) wakeTopic(topic);
    },
    subscribe: async (spec) => subscribe(spec),
    ready: async () => void (await alone.query('SELECT 1')),
    async close() {
      await purging?.stop();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      subscriptions.clear();
      await session.close();
      await pool.close();
    },
  };
}

function startPurging(alone: Pick<Tx, 'query'>, log: Pick<Logger, 'warn'>): WorkLoop {
  return startWorkLoop({
    pass: async () =>
      (await purgeMessages(alone, BUS_RETENTION_MS, PURGED_AT_ONCE)) > 0 ? 'more' : 'nothing',
    pollMs: PURGE_EVERY_MS,
    onError: (error) => log.warn('old messages could not be deleted', { err: error }),
  });
}

function openPool(options: PostgresBusOptions): ConnectionPool {
  return createPool({
    address: options.address,
    login: options.login,
    applicationName: 'bus',
    maxConnections: 6,
    maxWaiting: 1_000,
    log: options.log,
  });
}

/** Runs each statement in autocommit: one round trip instead of two. */
function eachAlone(pool: ConnectionPool): Pick<Tx, 'query'> {
  return {
    query: (statement, values) =>
      autocommit(pool, typeof statement === 'string' ? { text: statement, values } : statement),
  };
}

/** The messages of a topic with their positions; none when some of them had been there before. */
function placed(
  { topic, last_position: last, added }: Appended,
  messages: readonly BusMessage[],
): Positioned[] {
  const own = messages.filter((message) => message.topic === topic);
  if (own.length !== added) return [];
  return own.map((message, n) => ({ position: last - added + 1 + n, message }));
}

/** The topics of a subscription as one. */
function combine(own: readonly TopicSubscription[], onStop: () => void): Subscription {
  return {
    flush: async () => void (await Promise.all(own.map((subscription) => subscription.flush()))),
    lag: async () =>
      (await Promise.all(own.map((subscription) => subscription.lag()))).reduce((a, b) => a + b, 0),
    async stop() {
      onStop();
      await Promise.all(own.map((subscription) => subscription.stop()));
    },
  };
}

function isKnownNumber(error: unknown): boolean {
  return (
    error instanceof AppError && error.cause instanceof PostgresFailure && error.cause.sqlState === 'PVB01'
  );
}

const numberReused = (cause: unknown) =>
  dataLoss('EVENT_NUMBER_REUSED', 'An event number was used twice; restore with a new epoch', {
    cause,
  });
