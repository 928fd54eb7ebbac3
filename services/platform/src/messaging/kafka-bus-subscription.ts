import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../core/log/log.ts';
import { backOff } from './back-off.ts';
import type { Subscription, SubscriptionSpec } from './bus.ts';
import { createDelivery, HandlerRefused } from './kafka-bus-delivery.ts';
import {
  type Assigned,
  busUnavailable,
  type FetchedBatch,
  type KafkaAdmin,
  type KafkaClient,
  type KafkaRecord,
  type PartitionBounds,
  type SessionOptions,
} from './kafka-client.ts';
import type { KafkaConfig } from './kafka-config.ts';
import { evictDeadMembers } from './kafka-dead-members.ts';
import type { RecordReader } from './kafka-record-reader.ts';
import { type Behind, ensureTopics, readBehind } from './kafka-topics.ts';
import type { Reusable } from './reusable.ts';
import { createSignal } from './signal.ts';

export interface KafkaSubscriptionOptions {
  readonly client: KafkaClient;
  readonly config: KafkaConfig;
  readonly admin: Reusable<KafkaAdmin>;
  readonly read: RecordReader;
  readonly spec: SubscriptionSpec;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

type News = 'moved' | 'refused' | 'interrupted';
type Bounds = ReadonlyMap<string, readonly PartitionBounds[]>;

/** A group's work on its topics, by one session after the other until it is stopped. */
export function subscribeKafka(options: KafkaSubscriptionOptions): Subscription {
  const { spec, admin } = options;
  const [stopping, progress] = [new AbortController(), createSignal<News>()];
  const { signal } = stopping;
  const delivery = createDelivery(options);
  let assigned: Assigned;
  let refusals = 0;

  async function eachBatch(records: readonly KafkaRecord[], batch: FetchedBatch): Promise<void> {
    if (signal.aborted) return;
    try {
      await delivery.deliver(records, batch);
      refusals = 0;
      progress.tell('moved');
    } catch (error) {
      if (!(error instanceof HandlerRefused)) throw error;
      progress.tell('refused');
      refusals += 1;
      // Nothing was resolved, so that the same records are delivered again.
      await pause(backOff(refusals), signal);
    }
  }

  function onAssigned(partitions: Assigned): void {
    assigned = partitions;
    if (partitions !== undefined) progress.tell('moved');
  }

  const session = { signal, eachBatch, onAssigned, settle: delivery.idle };
  const ended = runSessions(options, session, () => progress.tell('interrupted'));
  return {
    lag: () => lagOf(admin, spec),
    async flush() {
      const bounds = await boundsOf(admin, spec.topics).catch(() => undefined);
      for (let news: News = 'moved'; bounds !== undefined && news !== 'refused' && !signal.aborted; ) {
        const next = progress.next();
        const behind = await readBehindOf(admin, spec.group, bounds).catch(() => undefined);
        // An interrupted session is not the end while the lag can be read: the next session continues.
        if (behind === undefined || isDone(behind, assigned)) return;
        news = await next;
      }
    },
    async stop() {
      stopping.abort();
      progress.tell('moved');
      await ended;
    },
  };
}

/** Joins the group again whenever the client gives up, until the signal aborts. */
async function runSessions(
  { client, config, admin, spec, log }: KafkaSubscriptionOptions,
  session: Pick<SessionOptions, 'signal' | 'eachBatch' | 'settle'> & { onAssigned(assigned: Assigned): void },
  onInterrupted: () => void,
): Promise<void> {
  const { signal } = session;
  const eviction = evictDeadMembers(spec.group);
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await ensureTopics(await admin.get(), spec.topics, config);
      // Without the right to describe or delete members, the group waits for the session timeout.
      await eviction.evict(await admin.get()).catch(() => undefined);
      // A signal for each session: listeners that sessions leave on theirs would pile up on a common one.
      const ending = new AbortController();
      const end = () => ending.abort();
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
      const running = client.runSession({
        ...session,
        signal: ending.signal,
        group: spec.group,
        topics: spec.topics,
        onAssigned(partitions, memberId) {
          if (memberId !== undefined) eviction.joined(memberId);
          if (partitions !== undefined) failures = 0;
          session.onAssigned(partitions);
        },
      });
      await running.finally(() => {
        signal.removeEventListener('abort', end);
        eviction.ended();
        session.onAssigned(undefined);
      });
    } catch (error) {
      log.warn('bus subscription interrupted', { group: spec.group, err: error });
      await admin.reset();
      onInterrupted();
      await pause(backOff(Math.max(1, failures)), signal);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Whether this member's partitions have no lag; false while it is joining. */
function isDone(behind: readonly Behind[], assigned: Assigned): boolean {
  if (assigned === undefined) return false;
  return behind.every(
    ({ topic, partition, records }) => records === 0 || assigned[topic]?.includes(partition) !== true,
  );
}

async function lagOf(admin: Reusable<KafkaAdmin>, spec: SubscriptionSpec): Promise<number> {
  const behind = await readBehindOf(admin, spec.group, await boundsOf(admin, spec.topics));
  return behind.reduce((sum, { records }) => sum + records, 0);
}

function boundsOf(admin: Reusable<KafkaAdmin>, topics: readonly string[]): Promise<Bounds> {
  return ask(admin, async (client) => {
    const known = new Set(await client.listTopics());
    const there = topics.filter((topic) => known.has(topic));
    return new Map(
      await Promise.all(there.map(async (topic) => [topic, await client.readBounds(topic)] as const)),
    );
  });
}

function readBehindOf(admin: Reusable<KafkaAdmin>, group: string, bounds: Bounds): Promise<Behind[]> {
  return bounds.size === 0 ? Promise.resolve([]) : ask(admin, (client) => readBehind(client, group, bounds));
}

async function ask<T>(admin: Reusable<KafkaAdmin>, question: (client: KafkaAdmin) => Promise<T>): Promise<T> {
  try {
    return await question(await admin.get());
  } catch (error) {
    await admin.reset();
    throw busUnavailable(error);
  }
}
