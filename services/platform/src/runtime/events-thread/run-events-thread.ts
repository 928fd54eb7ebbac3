import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import { failureOf } from '../../core/errors/failure.ts';
import { createLogger } from '../../core/log/log.ts';
import { startConfiguredTracing } from '../../core/telemetry/tracing.ts';
import { openBus } from '../../messaging/open-bus.ts';
import type { RecordKeys } from '../../messaging/record-keys.ts';
import type { ServiceConsumers } from '../../messaging/service-consumers.ts';
import type { OpenDatabase } from '../../postgres/open-database.ts';
import { openEventsDatabase } from '../module/events-database.ts';
import { type ModuleEvents, moduleEvents } from '../module/module-events.ts';
import { reportedMetrics } from './thread-metrics.ts';
import type {
  Answered,
  Answers,
  Asked,
  EventsThreadSettings,
  Question,
  ThreadCommand,
  ThreadReport,
} from './thread-protocol.ts';

const DEADLINE_MS = 10_000;

interface Member {
  readonly db: OpenDatabase;
  readonly events: ModuleEvents;
}

/**
 * What the file of an events thread calls: see events-thread.ts. @param all consumers of every service that has some
 */
export async function runEventsThread(all: readonly ServiceConsumers[]): Promise<void> {
  const settings: EventsThreadSettings = workerData;
  const report = (message: ThreadReport): void => parentPort?.postMessage(message);
  const { databases, env } = settings;
  const log = createLogger(settings.log.level, settings.log.file);
  const endTraces = await startConfiguredTracing(env, 'pii-vault');
  const bus = await openBus(env, { log, keys: () => keysOf(settings), postgres: () => settings.bus });
  const metrics = reportedMetrics((measured) => report({ says: 'measured', ...measured }));
  const members = new Map<ServiceName, Member>();
  for (const [service, database] of databases) {
    const own = log.child({ service });
    const db = openEventsDatabase(service, database, own);
    const consumers = all.find((one) => one.service === service);
    const wake = () => report({ says: 'wake', service });
    const around = { service, consumers, env, db, bus, metrics, wake, log: own };
    members.set(service, { db, events: moduleEvents({ ...around, ctx: contextOf(service) }) });
  }
  const close = async () => {
    await bus.close();
    await Promise.all([...members.values()].map(({ db }) => db.close()));
    await endTraces();
    parentPort?.close();
  };
  parentPort?.on('message', (command: ThreadCommand) => {
    if (command.does === 'close') void close();
    else if (command.does === 'look') members.get(command.service)?.events.look();
    else
      answer(members, command).then(report, (thrown: unknown) => {
        const { call, question } = command;
        report({ says: 'failed', call, question, failure: failureOf(thrown) });
      });
  });
}

function keysOf({ recordKeys }: EventsThreadSettings): RecordKeys {
  if (recordKeys === undefined) throw new Error('The thread has no keys for records on Kafka');
  return recordKeys;
}

type Answering = {
  readonly [Q in Question]: (events: ModuleEvents, maxAgeMs?: number) => Promise<Answers[Q]>;
};

const ANSWERS: Answering = {
  async start(events) {
    await events.start();
    return null;
  },
  backlog: (events, maxAgeMs) => events.backlog(maxAgeMs),
  lag: (events) => events.lag(),
  stopped: (events) => events.stopped(),
  replayParked: (events) => events.replayParked(),
  flush: (events) => events.flush(),
  async stop(events) {
    await events.stop();
    return null;
  },
};

async function answer(
  members: ReadonlyMap<ServiceName, Member>,
  { call, service, question, maxAgeMs }: Asked,
): Promise<Answered<Question>> {
  const events = members.get(service)?.events;
  if (events === undefined) throw new Error(`No database is configured for ${service}`);
  return { says: 'answer', call, question, answer: await ANSWERS[question](events, maxAgeMs) };
}

/** Consumers work on their own schema only: they call no service and have no credential. */
function contextOf(service: ServiceName): (company: number | null) => Ctx {
  const never = new AbortController().signal;
  return (company) => ({
    requestId: randomUUID(),
    deadlineAt: Date.now() + DEADLINE_MS,
    caller: { kind: 'service', service, company: company ?? 'system' },
    ipAddress: '',
    userAgent: '',
    idempotencyKey: undefined,
    credential: { tokenFor: () => Promise.reject(new Error('A thread has no credential')) },
    signal: never,
  });
}
