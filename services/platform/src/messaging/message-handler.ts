import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type GrpcCodeName } from '../core/errors/app-error.ts';
import type { Logger } from '../core/log/log.ts';
import type { Metrics } from '../core/telemetry/metrics.ts';
import { type ApplyOptions, applyOnce } from './apply-once.ts';
import type { BusMessage } from './bus.ts';
import type { ConsumerSpec } from './consumer-spec.ts';
import { park, parkedKeys } from './dead-letter.ts';
import { consumerMetrics } from './messaging-metrics.ts';

export interface MessageHandlerOptions extends ApplyOptions {
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly metrics?: Pick<Metrics, 'counter' | 'gauge'>;
  readonly signal: AbortSignal;
  /** Pause before the nth repetition of a failing message, in ms; jitter is added. */
  readonly retryMs?: readonly number[];
}

export interface MessageHandler {
  /** Gives each message of one topic its effect once. Rejects when it must be called again with the same messages. */
  handle(batch: readonly BusMessage[]): Promise<void>;
  /** True while a message of an onPoison 'stop' consumer fails. */
  isStopped(): boolean;
}

/**
 * Errors that say nothing about the message: it waits until the fault is over, however long that takes, and everything
 * behind it in the topic waits, too.
 */
const NOT_ITS_FAULT: ReadonlySet<GrpcCodeName> = new Set([
  'UNAVAILABLE',
  'ABORTED',
  'DEADLINE_EXCEEDED',
  'RESOURCE_EXHAUSTED',
  'CANCELLED',
]);
const RETRY_MS = [50, 200, 800, 2_000];
const COMPANIES_AT_ONCE = 4;
const FOLLOWS_PARKED = 'EARLIER_MESSAGE_PARKED';

/**
 * Adapts a consumer's `handle` to the bus: adds company scope, retries and dead letters. A message that fails by its
 * own content is parked after its repetitions; later ones of its key are parked untried until it is replayed, and those
 * of other keys go on. A consumer with onPoison 'stop' parks nothing and stands still at it.
 */
export function createMessageHandler(options: MessageHandlerOptions): MessageHandler {
  const { spec, log } = options;
  const metrics = consumerMetrics(spec.name, options.metrics);
  const apply = (messages: readonly BusMessage[]) => applyCounted(options, metrics, messages);
  let stopped = false;

  async function oneByOne(messages: readonly BusMessage[]): Promise<void> {
    const aside = new Set<string>();
    for (const message of messages) {
      const error = aside.has(message.key)
        ? undefined
        : await attempt(options, () => apply([message]), stopped);
      if (error !== undefined && spec.onPoison === 'stop') {
        if (!stopped)
          log.error('consumer stopped at a message that it cannot handle', about(spec, message, error));
        stopped = true;
        metrics.stopped(true);
        throw error;
      }
      if (error !== undefined) log.error('message set aside', about(spec, message, error));
      if (error === undefined && !aside.has(message.key)) continue;
      await options.db.system((tx) => park(tx, spec.name, [message], error?.reason ?? FOLLOWS_PARKED));
      metrics.parked(1);
      aside.add(message.key);
    }
  }

  async function portion(messages: readonly BusMessage[]): Promise<void> {
    try {
      await apply(messages);
    } catch (thrown) {
      const error = AppError.from(thrown);
      // A batch may be too long for a deadline that each of its messages keeps.
      if (NOT_ITS_FAULT.has(error.code) && error.code !== 'DEADLINE_EXCEEDED') throw error;
      await oneByOne(messages);
    }
  }

  return {
    async handle(batch) {
      const portions = split(spec, await withoutParked(options, batch));
      for (let start = 0; start < portions.length; start += COMPANIES_AT_ONCE)
        await allSettled(portions.slice(start, start + COMPANIES_AT_ONCE).map(portion));
      if (stopped) log.info('consumer goes on', { consumer: spec.name });
      stopped = false;
      metrics.stopped(false);
    },
    isStopped: () => stopped,
  };
}

async function applyCounted(
  options: ApplyOptions,
  metrics: Pick<ReturnType<typeof consumerMetrics>, 'handled' | 'repeated'>,
  messages: readonly BusMessage[],
): Promise<void> {
  const applied = await applyOnce(options, messages);
  metrics.handled(applied);
  metrics.repeated(messages.length - applied);
}

/** One message with bounded repetitions; resolves to the error that remains. */
async function attempt(
  options: MessageHandlerOptions,
  apply: () => Promise<void>,
  isStopped: boolean,
): Promise<AppError | undefined> {
  const pauses = isStopped ? [] : (options.retryMs ?? RETRY_MS);
  for (let repetition = 0; ; repetition += 1) {
    const error = await apply().then(
      () => undefined,
      (thrown: unknown) => AppError.from(thrown),
    );
    if (error === undefined) return undefined;
    if (NOT_ITS_FAULT.has(error.code)) throw error;
    const pause = pauses[repetition];
    if (pause === undefined) return error;
    await delay(pause * (0.5 + Math.random()), undefined, { signal: options.signal });
  }
}

/** Parks messages of keys that have a parked message, and returns the others. */
async function withoutParked(
  { spec, db }: MessageHandlerOptions,
  batch: readonly BusMessage[],
): Promise<readonly BusMessage[]> {
  const topic = batch[0]?.topic;
  if (spec.onPoison === 'stop' || topic === undefined) return batch;
  return await db.system(async (tx) => {
    const keys = await parkedKeys(tx, spec.name, topic, [...new Set(batch.map((message) => message.key))]);
    const late = batch.filter((message) => keys.has(message.key));
    if (late.length > 0) await park(tx, spec.name, late, FOLLOWS_PARKED);
    return batch.filter((message) => !keys.has(message.key));
  });
}

function about(spec: ConsumerSpec, message: BusMessage, err: AppError) {
  return { consumer: spec.name, eventId: message.eventId, key: message.key, err };
}

function split(spec: ConsumerSpec, batch: readonly BusMessage[]): BusMessage[][] {
  if (batch.length === 0) return [];
  if (spec.scope === 'system') return [[...batch]];
  return [...Map.groupBy(batch, (message) => message.companyId).values()];
}

/** Waits for all, so that no work continues after the call, then throws the first error. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}
