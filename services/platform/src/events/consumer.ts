import type { ServiceName } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Bus, INBOX_MEMORY_MS, type Subscription } from './bus.ts';
import type { ConsumerSpec } from './consumer-spec.ts';
import { parkedMessages, unpark } from './dead-letter.ts';
import { createMessageHandler, type MessageHandler } from './message-handler.ts';
import { consumerMetrics } from './messaging-metrics.ts';
import type { RecordGuard } from './record-guard.ts';
import { refusalAlarm } from './refused-records.ts';

export interface ConsumersOptions {
  readonly service: ServiceName;
  readonly specs: readonly ConsumerSpec[];
  readonly db: Database;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly metrics?: Pick<Metrics, 'counter' | 'gauge'>;
  ctx(companyId: number | null): Ctx;
  /** Pauses between the attempts at a failing message, in ms. */
  readonly retryMs?: readonly number[];
}

export interface RunningConsumers {
  /** Resolves when everything published before the call is handled, or cannot be at the moment. */
  flush(): Promise<void>;
  /** Messages (or a bus's records of several) on the bus that are not handled. */
  lag(): Promise<number>;
  /** The same without the consumers that are stopped: what flushing can still change. */
  pending(): Promise<number>;
  /** Names of the consumers that a message has stopped. */
  stopped(): string[];
  stop(): Promise<void>;
}

interface Running {
  readonly name: string;
  readonly handler: MessageHandler;
  readonly subscription: Subscription;
}

/** Subscribes a service's consumers, each as the group `<service>.<name>`. */
export async function startConsumers(options: ConsumersOptions): Promise<RunningConsumers> {
  const stopping = new AbortController();
  const running: Running[] = [];
  for (const spec of options.specs) {
    const handler = createMessageHandler({ ...options, spec, signal: stopping.signal });
    const subscription = await options.bus.subscribe({
      group: `${options.service}.${spec.name}`,
      topics: spec.topics,
      maxBatch: spec.maxBatch,
      handler: handler.handle,
      guard: { refused: refusalsOf(options, spec), maxAgeMs: maxAgeOf(spec) },
    });
    running.push({ name: spec.name, handler, subscription });
  }
  const lagOf = async (some: readonly Running[]) =>
    (await Promise.all(some.map(({ subscription }) => subscription.lag()))).reduce((a, b) => a + b, 0);
  return {
    flush: async () => void (await Promise.all(running.map(({ subscription }) => subscription.flush()))),
    lag: () => lagOf(running),
    pending: () => lagOf(running.filter(({ handler }) => !handler.isStopped())),
    stopped: () => running.filter(({ handler }) => handler.isStopped()).map(({ name }) => name),
    async stop() {
      stopping.abort();
      await Promise.all(running.map(({ subscription }) => subscription.stop()));
    },
  };
}

function refusalsOf(options: ConsumersOptions, { name }: ConsumerSpec): RecordGuard['refused'] {
  const { refused } = consumerMetrics(name, options.metrics);
  return refusalAlarm({ ...options, counted: refused });
}

/** A copy of a record that the inbox has forgotten would take effect again. An hour is for clocks that differ. */
function maxAgeOf({ knowsRepeats }: ConsumerSpec): number | undefined {
  return knowsRepeats === true ? undefined : INBOX_MEMORY_MS - 3_600_000;
}

/**
 * Replays parked messages in their order; those that fail again stay parked. Call it when the cause is fixed. Returns
 * how many took effect.
 */
export async function replayParked(
  options: Omit<ConsumersOptions, 'bus' | 'specs' | 'service'>,
  spec: ConsumerSpec,
): Promise<number> {
  const messages = await options.db.system((tx) => parkedMessages(tx, spec.name));
  const strict = createMessageHandler({
    ...options,
    spec: { ...spec, onPoison: 'stop' },
    signal: new AbortController().signal,
    retryMs: [],
  });
  const failed = new Set<string>();
  let replayed = 0;
  for (const message of messages) {
    const about = `${message.topic} ${message.key}`;
    if (failed.has(about)) continue;
    try {
      await strict.handle([message]);
      await options.db.system((tx) => unpark(tx, spec.name, message.eventId));
      replayed += 1;
    } catch {
      failed.add(about);
    }
  }
  return replayed;
}
