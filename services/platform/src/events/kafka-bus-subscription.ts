import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, EachBatchPayload, Kafka } from 'kafkajs';
import type { Logger } from '../log/log.ts';
import { backOff } from './back-off.ts';
import type { Subscription, SubscriptionSpec } from './bus.ts';
import { createDelivery, HandlerRefused } from './kafka-bus-delivery.ts';
import { type Fetched, runSession } from './kafka-bus-session.ts';
import { busUnavailable } from './kafka-client.ts';
import type { KafkaConfig } from './kafka-config.ts';
import { type Behind, ensureTopics, type PartitionBounds, readBehind, readBounds } from './kafka-topics.ts';
import type { Reusable } from './reusable.ts';
import { createSignal } from './signal.ts';

export interface KafkaSubscriptionOptions {
  readonly kafka: Kafka;
  readonly config: KafkaConfig;
  readonly admin: Reusable<Admin>;
  readonly spec: SubscriptionSpec;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

type Assigned = Readonly<Record<string, readonly number[]>> | undefined;
type Bounds = ReadonlyMap<string, readonly PartitionBounds[]>;

/** A group's work on its topics, by one session after the other until it is stopped. */
export function subscribeKafka(options: KafkaSubscriptionOptions): Subscription {
  const { spec, admin, log } = options;
  const stopping = new AbortController();
  const progress = createSignal<'moved' | 'refused' | 'interrupted'>();
  const delivery = createDelivery({ spec, log });
  let assigned: Assigned;
  let refusals = 0;

  async function eachBatch(records: readonly Fetched[], payload: EachBatchPayload): Promise<void> {
    if (stopping.signal.aborted || payload.isStale()) return;
    try {
      await delivery.deliver(records, payload);
      refusals = 0;
      progress.tell('moved');
    } catch (error) {
      if (!(error instanceof HandlerRefused)) throw error;
      progress.tell('refused');
      refusals += 1;
      // Nothing was resolved, so that the same records are fetched again.
      await pause(backOff(refusals));
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function run(): Promise<void> {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      try {
        await ensureTopics(await admin.get(), spec.topics, options.config);
        await runSession({
          ...options,
          group: spec.group,
          topics: spec.topics,
          signal: stopping.signal,
          settle: delivery.idle,
          eachBatch,
          onAssigned(partitions) {
            assigned = partitions;
            if (partitions === undefined) return;
            failures = 0;
            progress.tell('moved');
          },
        });
      } catch (error) {
        log.warn('bus subscription interrupted', { group: spec.group, err: error });
        await admin.reset();
        progress.tell('interrupted');
        await pause(backOff(failures));
      }
    }
  }

  const ended = run();
  return {
    lag: () => lagOf(admin, spec),
    async flush() {
      const bounds = await boundsOf(admin, spec.topics).catch(() => undefined);
      while (bounds !== undefined && !stopping.signal.aborted) {
        const news = progress.next();
        // An interruption is not the end as long as this can be read: the next session goes on.
        const behind = await readBehindOf(admin, spec.group, bounds).catch(() => undefined);
        if (behind === undefined || isDone(behind, assigned) || (await news) === 'refused') return;
      }
    },
    async stop() {
      stopping.abort();
      progress.tell('moved');
      await ended;
    },
  };
}

/** Nothing is left of what is this member's to do; who is still joining cannot tell. */
function isDone(behind: readonly Behind[], assigned: Assigned): boolean {
  if (assigned === undefined) return false;
  return behind.every(
    ({ topic, partition, messages }) => messages === 0 || assigned[topic]?.includes(partition) !== true,
  );
}

async function lagOf(admin: Reusable<Admin>, spec: SubscriptionSpec): Promise<number> {
  const behind = await readBehindOf(admin, spec.group, await boundsOf(admin, spec.topics));
  return behind.reduce((sum, { messages }) => sum + messages, 0);
}

function boundsOf(admin: Reusable<Admin>, topics: readonly string[]): Promise<Bounds> {
  return ask(admin, async (client) => {
    const known = new Set(await client.listTopics());
    const there = topics.filter((topic) => known.has(topic));
    return new Map(
      await Promise.all(there.map(async (topic) => [topic, await readBounds(client, topic)] as const)),
    );
  });
}

function readBehindOf(admin: Reusable<Admin>, group: string, bounds: Bounds): Promise<Behind[]> {
  return bounds.size === 0 ? Promise.resolve([]) : ask(admin, (client) => readBehind(client, group, bounds));
}

async function ask<T>(admin: Reusable<Admin>, question: (client: Admin) => Promise<T>): Promise<T> {
  try {
    return await question(await admin.get());
  } catch (error) {
    await admin.reset();
    throw busUnavailable(error);
  }
}
