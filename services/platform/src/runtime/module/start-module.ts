import { BacklogService } from '@pii-vault/proto/platform/v1/backlog';
import { RefusedEventsService } from '@pii-vault/proto/platform/v1/refused_events';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { loadConfig } from '../../core/config/config.ts';
import type { ServiceName } from '../../core/context/caller.ts';
import { unavailable } from '../../core/errors/app-error.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import { CompanyZones, ZONES_EVERY_MS, zoneConfig } from '../../domain/company-days/company-zones.ts';
import { revocationsRpc } from '../../domain/revocations/revocations-rpc.ts';
import { INBOX_MEMORY_MS } from '../../messaging/bus.ts';
import { type ParkedHead, parkedHeads } from '../../messaging/dead-letter.ts';
import { purgeInbox } from '../../messaging/inbox.ts';
import { purgeRefused, refusedTopics } from '../../messaging/refused-records.ts';
import type { Replayed } from '../../messaging/replay-consumers.ts';
import type { Database } from '../../postgres/database.ts';
import { purgeIdempotency } from '../../postgres/idempotency/idempotency.ts';
import { type OpenDatabase, openDatabase } from '../../postgres/open-database.ts';
import { measurePools } from '../../postgres/pool-metrics.ts';
import { services } from '../../rpc/allow.ts';
import { createDispatcher, type Dispatcher } from '../../rpc/dispatcher.ts';
import { rpcMetrics } from '../../rpc/rpc-telemetry.ts';
import type { SelfContext } from '../../rpc/self-context.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';
import { createAuthenticator } from '../../rpc/tokens/authenticator.ts';
import { jwksKeys } from '../../rpc/tokens/jwks-keys.ts';
import { servicePublicKeys } from '../../rpc/tokens/service-token.ts';
import { auditRefusals } from './audit-refusal.ts';
import type { ClientTo, HostOptions } from './host-options.ts';
import type { Module, ModuleKit, RunningModule } from './module.ts';
import { type ModuleEvents, noEvents } from './module-events.ts';
import { type Discarded, discardEvent, parkedEventsRpc } from './parked-events-rpc.ts';
import type { Readiness } from './readiness.ts';
import { startTicker, type Ticker } from './ticker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const RETENTION_EVERY_MS = HOUR_MS;
/** The longest time that a list of threats looks back. */
const REFUSED_KEPT_MS = 30 * DAY_MS;
const REFUSED_MAX_HOURS = REFUSED_KEPT_MS / HOUR_MS;
const EVENT_METRICS_EVERY_MS = 15_000;

/** A module that runs: its RPCs, its jobs, and its two ends of the bus. */
export interface StartedModule {
  readonly dispatcher: Dispatcher;
  startEvents(): Promise<void>;
  ready(): Promise<void>;
  /** Replays the parked messages of its consumers. */
  replayParked(): Promise<readonly Replayed[]>;
  parkedEvents(): Promise<readonly ParkedHead[]>;
  /** @throws AppError INVALID_ARGUMENT INVALID_DISCARD; NOT_FOUND EVENT_NOT_PARKED */
  discardParked(event: Discarded): Promise<void>;
  /** Ships the outbox and handles what waits on the bus; whether something is left. */
  flush(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Dependencies that a host gives to each of its modules. */
export interface Neighbourhood {
  readonly options: HostOptions;
  readonly client: ClientTo;
  readonly readiness: Pick<Readiness, 'ready' | 'isLeaving'>;
  readonly self: SelfContext;
}

type Parts = Omit<ModuleKit, 'config'>;

/** Opens the module's schema, boots it, and binds its RPCs. Relay and consumers wait for startEvents. */
export async function startModule(module: Module, around: Neighbourhood): Promise<StartedModule> {
  const { options } = around;
  const log = options.log.child({ service: module.name });
  const open = openSchema(module, options);
  const tickers: Ticker[] = [];
  let running: RunningModule | undefined;
  const events = eventsOf(module, around, { open, log, wake: () => running?.wake?.() });
  const closing = new AsyncDisposableStack();
  if (open !== undefined) closing.defer(() => open.close());
  closing.defer(() => events.stop());
  closing.defer(async () => running?.stop?.());
  closing.defer(async () => {
    await Promise.all(tickers.map((ticker) => ticker.stop()));
  });
  const parts: Parts = {
    ...portsOf(module, around, open),
    log,
    tick(name, everyMs, work) {
      if (options.isQuiet === true) return { wake() {} };
      const ticker = startTicker(`${module.name}.${name}`, everyMs, work, log);
      tickers.push(ticker);
      return ticker;
    },
    outboxBacklog: events.backlog,
  };
  if (module.countsDays && open !== undefined) await parts.zones.read(open);
  const booted = await module.boot(parts, options.env).catch(async (error: unknown) => {
    // Errors while closing mostly have the same cause.
    await closing.disposeAsync().catch(() => {});
    throw error;
  });
  running = booted;
  return {
    dispatcher: dispatcherOf(parts, around, booted, { open, events }),
    async startEvents() {
      if (open === undefined) return;
      parts.tick('retention', RETENTION_EVERY_MS, () => forgetOldRecords(open));
      await events.start();
      if (module.countsDays) parts.tick('time zones', ZONES_EVERY_MS, copyZones(parts)).wake();
      parts.tick(
        'event metrics',
        EVENT_METRICS_EVERY_MS,
        measureEvents(module.name, events, options.metrics),
      );
    },
    ready: () => checkReady(open, events, booted),
    flush: events.flush,
    replayParked: events.replayParked,
    parkedEvents: async () => (open === undefined ? [] : await open.system(parkedHeads)),
    discardParked: (event) => discardEvent(module.name, parts.db, around.self(), event),
    stop: () => closing.disposeAsync(),
  };
}

function eventsOf(
  { name: service, consumers }: Module,
  { options: { events, env, metrics }, self }: Neighbourhood,
  { open, ...own }: { open: OpenDatabase | undefined; log: Logger; wake: () => void },
): ModuleEvents {
  if (open === undefined) return noEvents;
  const ctx = (company: number | null) => self(company === null ? {} : { company });
  return events.of({ service, consumers, env, db: open, metrics, ctx, ...own });
}

function portsOf(
  { name }: Module,
  { options, client, self, readiness: { ready, isLeaving } }: Neighbourhood,
  open: OpenDatabase | undefined,
): Omit<Parts, 'log' | 'tick' | 'outboxBacklog'> {
  const { metrics, cache, mailer, transport = 'in_process' } = options;
  const db = open ?? noSchema(name);
  const database = open === undefined ? undefined : options.databases.get(name);
  const zones = new CompanyZones(loadConfig(zoneConfig, options.env).timeZone);
  return { name, metrics, cache, mailer, db, database, zones, client, self, ready, isLeaving, transport };
}

/** The zones of companies, from tenancy. */
function copyZones({ zones, db, client, self }: Parts): () => Promise<void> {
  const directory = client(DirectoryService, 'tenancy');
  return () => zones.copy(directory, self(), db);
}

function dispatcherOf(
  { name, log, outboxBacklog }: Parts,
  { options, client, self }: Neighbourhood,
  { services, replays }: RunningModule,
  { open, events }: { readonly open: OpenDatabase | undefined; readonly events: ModuleEvents },
): Dispatcher {
  const deps = {
    service: name,
    log,
    metrics: rpcMetrics(options.metrics),
    ...(open === undefined ? {} : { onRefusal: auditRefusals(name, open) }),
    authenticate: createAuthenticator({
      audience: name,
      userKeys: jwksKeys(() => options.fetchJwks(client, self())),
      serviceKeys: servicePublicKeys(options.publicKeys),
    }),
  };
  return createDispatcher(deps, [
    ...services,
    ...(open === undefined
      ? []
      : [backlogRpc(outboxBacklog), refusedEventsRpc(open), parkedEventsRpc(name, open, events)]),
    // Only a quiet host replays revocations: in a running vault they have taken effect already.
    ...(options.isQuiet === true && replays !== undefined ? [revocationsRpc(replays)] : []),
  ]);
}

async function checkReady(
  open: OpenDatabase | undefined,
  events: ModuleEvents,
  running: RunningModule,
): Promise<void> {
  await open?.ready();
  const stopped = await events.stopped();
  if (stopped.length > 0)
    throw unavailable('CONSUMER_STOPPED', `A consumer has stopped: ${stopped.join(', ')}`);
  await running.ready?.();
}

function openSchema(module: Module, options: HostOptions): OpenDatabase | undefined {
  if (module.migrations === undefined) return undefined;
  const database = options.databases.get(module.name);
  if (database === undefined) throw new Error(`No database is configured for ${module.name}`);
  const open = openDatabase({ service: module.name, ...database, log: options.log });
  measurePools(module.name, open, options.metrics);
  return open;
}

function noSchema(service: Module['name']): Database {
  const refuse = () => Promise.reject(new Error(`${service} has no schema`));
  return { tenant: refuse, statement: refuse, read: refuse, system: refuse };
}

/** Reports to audit the rows that this module has committed and not shipped, and the numbers given to audit entries. */
function backlogRpc(backlog: ModuleKit['outboxBacklog']): RpcService {
  return serve(BacklogService, {
    getBacklog: {
      allow: services(['audit']),
      handle: async () => {
        // Uncached: audit calls it seldom, before and after it counts its own entries.
        const { rows, inFlight, oldestMs, auditNumbers } = await backlog(0);
        return {
          rows,
          inFlight,
          oldestMs: Math.round(oldestMs),
          auditNumbers: auditNumbers.map((one) => ({
            epoch: one.epoch,
            lastSeq: one.lastSeq,
          })),
        };
      },
    },
  });
}

/** Reports to identity which topics carried records that this module's consumers refused. */
function refusedEventsRpc(db: Pick<Database, 'system'>): RpcService {
  return serve(RefusedEventsService, {
    listRefusedEvents: {
      allow: services(['identity']),
      handle: async (_ctx, { hours }) => {
        const found = await refusedTopics(db, Math.min(Math.max(hours, 1), REFUSED_MAX_HOURS));
        const topics = found.map(({ topic, records, firstAt, lastAt }) => {
          return { topic, records, firstSeenAt: firstAt, lastSeenAt: lastAt };
        });
        return { topics };
      },
    },
  });
}

/** Deletes inbox receipts, a week after the bus has deleted their messages, and expired idempotency records. */
async function forgetOldRecords(db: Pick<Database, 'system'>): Promise<void> {
  await db.system((tx) => purgeInbox(tx, INBOX_MEMORY_MS));
  await db.system((tx) => purgeRefused(tx, REFUSED_KEPT_MS));
  await db.system((tx) => purgeIdempotency(tx, DAY_MS));
}

/**
 * What an idle or stuck service would not report of its own accord: how much waits in its outbox (the relay sets those
 * gauges when the backlog is read) and how much its consumers have not handled.
 */
export function measureEvents(
  service: ServiceName,
  events: Pick<ModuleEvents, 'backlog' | 'lag'>,
  metrics: Pick<Metrics, 'gauge'>,
): () => Promise<void> {
  const lag = metrics.gauge(
    'consumer_lag_messages',
    'Messages on the bus that the consumers of a service have not handled',
    ['service'],
  );
  return async () => {
    await events.backlog();
    lag.set({ service }, await events.lag());
  };
}
