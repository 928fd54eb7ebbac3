import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../context/ctx.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, type GrpcCodeName } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';
import type { BusMessage } from './bus.ts';
import type { ConsumerSpec } from './consumer-spec.ts';
import { park, parkedKeys } from './dead-letter.ts';
import { receive } from './inbox.ts';

export interface MessageHandlerOptions {
  readonly spec: ConsumerSpec;
  readonly db: Database;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** The context of work for a company, or for the system. */
  ctx(companyId: number | null): Ctx;
  readonly signal: AbortSignal;
  /** Pause before the nth repetition of a failing message, in ms; jitter is added. */
  readonly retryMs?: readonly number[];
}

export interface MessageHandler {
  /** Gives each message its effect once. Rejects when it must be called again with the same messages. */
  handle(batch: readonly BusMessage[]): Promise<void>;
  /** True while a message of an onPoison 'stop' consumer fails. */
  isStopped(): boolean;
}

/** Errors that say nothing about the message: it waits until the fault is over, however long that takes. */
const NOT_ITS_FAULT: ReadonlySet<GrpcCodeName> = new Set([
  'UNAVAILABLE',
  'ABORTED',
  'DEADLINE_EXCEEDED',
  'RESOURCE_EXHAUSTED',
  'CANCELLED',
]);
const RETRY_MS = [50, 200, 800, 2_000];
const COMPANIES_AT_ONCE = 4;

/** What stands between the bus and a consumer's `handle`: inbox, company scope, retries, dead letters. */
export function createMessageHandler(options: MessageHandlerOptions): MessageHandler {
  const { spec, db, log } = options;
  const retryMs = options.retryMs ?? RETRY_MS;
  let stopped = false;

  /** Inbox rows and effect in one transaction. */
  async function effect(messages: readonly BusMessage[]): Promise<void> {
    for (const message of messages) checkOrigin(spec, message);
    const companyId = spec.scope === 'company' ? (messages[0]?.companyId ?? null) : null;
    if (spec.scope === 'company' && companyId === null) throw withoutCompany();
    const work = async (tx: Tx) => {
      const fresh = await receive(tx, spec.name, messages);
      if (fresh.length > 0) await spec.handle({ tx, ctx: options.ctx(companyId), messages: fresh });
    };
    if (companyId === null) await db.system(work);
    else await db.tenant({ companies: [companyId] }, work);
  }

  /** One message with bounded repetitions; resolves to the error that remains. */
  async function attempt(message: BusMessage): Promise<AppError | undefined> {
    for (let repetition = 0; ; repetition += 1) {
      const error = await effect([message]).then(
        () => undefined,
        (thrown: unknown) => AppError.from(thrown),
      );
      if (error === undefined) return undefined;
      if (NOT_ITS_FAULT.has(error.code)) throw error;
      const pause = stopped ? undefined : retryMs[repetition];
      if (pause === undefined) return error;
      await delay(pause * (0.5 + Math.random()), undefined, { signal: options.signal });
    }
  }

  async function oneByOne(messages: readonly BusMessage[]): Promise<void> {
    const aside = new Set<string>();
    for (const message of messages) {
      if (aside.has(message.key)) {
        await db.system((tx) => park(tx, spec.name, [message], 'EARLIER_MESSAGE_PARKED'));
        continue;
      }
      const error = await attempt(message);
      if (error === undefined) continue;
      const fields = { consumer: spec.name, eventId: message.eventId, key: message.key, err: error };
      if (spec.onPoison === 'stop') {
        if (!stopped) log.error('consumer stopped at a message that it cannot handle', fields);
        stopped = true;
        throw error;
      }
      log.error('message set aside', fields);
      await db.system((tx) => park(tx, spec.name, [message], error.reason));
      aside.add(message.key);
    }
  }

  async function portion(messages: readonly BusMessage[]): Promise<void> {
    try {
      await effect(messages);
    } catch (thrown) {
      const error = AppError.from(thrown);
      // A batch may be too long for a deadline that each of its messages keeps.
      if (NOT_ITS_FAULT.has(error.code) && error.code !== 'DEADLINE_EXCEEDED') throw error;
      await oneByOne(messages);
    }
  }

  async function withoutParked(batch: readonly BusMessage[]): Promise<readonly BusMessage[]> {
    if (spec.onPoison === 'stop') return batch;
    return await db.system(async (tx) => {
      const keys = await parkedKeys(tx, spec.name, [...new Set(batch.map((message) => message.key))]);
      const late = batch.filter((message) => keys.has(message.key));
      if (late.length > 0) await park(tx, spec.name, late, 'EARLIER_MESSAGE_PARKED');
      return batch.filter((message) => !keys.has(message.key));
    });
  }

  return {
    async handle(batch) {
      const portions = split(spec, await withoutParked(batch));
      for (let start = 0; start < portions.length; start += COMPANIES_AT_ONCE) {
        const results = await Promise.allSettled(
          portions.slice(start, start + COMPANIES_AT_ONCE).map(portion),
        );
        const failed = results.find((result) => result.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      }
      if (stopped) log.info('consumer goes on', { consumer: spec.name });
      stopped = false;
    },
    isStopped: () => stopped,
  };
}

function split(spec: ConsumerSpec, batch: readonly BusMessage[]): BusMessage[][] {
  if (batch.length === 0) return [];
  if (spec.scope === 'system') return [[...batch]];
  return [...Map.groupBy(batch, (message) => message.companyId).values()];
}

/** A producer speaks for its own topics only. */
function checkOrigin(spec: ConsumerSpec, message: BusMessage): void {
  if (message.topic === spec.topic && message.topic.startsWith(`${message.producer}.`)) return;
  throw new AppError('PERMISSION_DENIED', 'FOREIGN_TOPIC', 'A producer wrote to a topic that is not its own');
}

function withoutCompany(): AppError {
  return new AppError('INVALID_ARGUMENT', 'EVENT_WITHOUT_COMPANY', 'An event of a company names no company');
}
