import type { ServiceName } from '../context/caller.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Database } from '../db/database.ts';
import { type OpenDatabase, openDatabase } from '../db/open-database.ts';
import { AppError } from '../errors/app-error.ts';
import { type RunningConsumers, startConsumers } from '../events/consumer.ts';
import { type Relay, startRelay } from '../events/relay.ts';
import { createDispatcher, type Dispatcher } from '../rpc/dispatcher.ts';
import { rpcMetrics } from '../telemetry/rpc-telemetry.ts';
import { createAuthenticator } from '../tokens/authenticator.ts';
import { jwksKeys } from '../tokens/jwks-keys.ts';
import { servicePublicKeys } from '../tokens/service-token.ts';
import { auditRefusals } from './audit-refusal.ts';
import { backlogRpc } from './backlog-rpc.ts';
import type { ClientTo, HostOptions } from './host-options.ts';
import type { Module, ModuleKit, SelfOptions } from './module.ts';
import { forgetOldRecords, RETENTION_EVERY_MS } from './retention.ts';
import { startTicker, type Ticker } from './ticker.ts';

/** A module that runs: its RPCs, its jobs, and its two ends of the bus. */
export interface StartedModule {
  readonly dispatcher: Dispatcher;
  startEvents(): Promise<void>;
  ready(): Promise<void>;
  /** Ships the outbox and handles what waits on the bus; whether something is left. */
  flush(): Promise<boolean>;
  stop(): Promise<void>;
}

export function notStarted(service: ServiceName): AppError {
  return new AppError('UNAVAILABLE', 'NOT_STARTED', 'A part of the vault is not running', {
    cause: new Error(`${service} is not started`),
  });
}

/** Opens the module's schema, boots it, and binds its RPCs. Relay and consumers wait for startEvents. */
export async function startModule(
  module: Module,
  options: HostOptions,
  client: ClientTo,
  self: (options?: SelfOptions) => Ctx,
): Promise<StartedModule> {
  const log = options.log.child({ service: module.name });
  const open = openSchema(module, options);
  const tickers: Ticker[] = [];
  let relay: Relay | undefined;
  let consumers: RunningConsumers | undefined;

  const parts: Omit<ModuleKit, 'config'> = {
    name: module.name,
    log,
    metrics: options.metrics,
    db: open ?? noSchema(module.name),
    bus: options.bus,
    cache: options.cache,
    mailer: options.mailer,
    client,
    self,
    tick(name, everyMs, work) {
      const ticker = startTicker(`${module.name}.${name}`, everyMs, work, log);
      tickers.push(ticker);
      return ticker;
    },
    consumerLag: async () => (await consumers?.lag()) ?? 0,
    outboxBacklog: async () => (relay === undefined ? { rows: 0, oldestMs: 0 } : await relay.backlog()),
  };
  const running = await module.boot(parts, options.env);
  const dispatcher = createDispatcher(
    {
      service: module.name,
      log,
      metrics: rpcMetrics(options.metrics),
      ...(open === undefined ? {} : { onRefusal: auditRefusals(module.name, open) }),
      authenticate: createAuthenticator({
        audience: module.name,
        userKeys: jwksKeys(() => options.fetchJwks(client, self())),
        serviceKeys: servicePublicKeys(options.publicKeys),
      }),
    },
    open === undefined ? running.services : [...running.services, backlogRpc(parts.outboxBacklog)],
  );
  return {
    dispatcher,
    async startEvents() {
      if (open === undefined) return;
      const common = { service: module.name, db: open, bus: options.bus, log, metrics: options.metrics };
      parts.tick('retention', RETENTION_EVERY_MS, () => forgetOldRecords(open));
      relay = startRelay(common);
      const ctx = (company: number | null) => self(company === null ? {} : { company });
      consumers = await startConsumers({ ...common, specs: running.consumers ?? [], ctx });
    },
    async ready() {
      await open?.ready();
      const stopped = consumers?.stopped() ?? [];
      if (stopped.length > 0)
        throw new AppError(
          'UNAVAILABLE',
          'CONSUMER_STOPPED',
          `A consumer has stopped: ${stopped.join(', ')}`,
        );
      await running.ready?.();
    },
    async flush() {
      await relay?.flush();
      await consumers?.flush();
      const unshipped = (await relay?.backlog(0))?.rows ?? 0;
      return unshipped > 0 || ((await consumers?.pending()) ?? 0) > 0;
    },
    async stop() {
      await Promise.all(tickers.map((ticker) => ticker.stop()));
      await running.stop?.();
      await consumers?.stop();
      await relay?.stop();
      await open?.close();
    },
  };
}

function openSchema(module: Module, options: HostOptions): OpenDatabase | undefined {
  if (module.migrations === undefined) return undefined;
  const database = options.databases.get(module.name);
  if (database === undefined) throw new Error(`No database is configured for ${module.name}`);
  return openDatabase({ service: module.name, ...database, log: options.log });
}

function noSchema(service: ServiceName): Database {
  const refuse = () => Promise.reject(new Error(`${service} has no schema`));
  return { tenant: refuse, statement: refuse, system: refuse };
}
