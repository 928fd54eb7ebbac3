import { rm } from 'node:fs/promises';
import { memoryCache } from '../cache/memory-cache.ts';
import { SERVICE_NAMES, type ServiceName } from '../core/context/caller.ts';
import type { Ctx } from '../core/context/ctx.ts';
import { silentLogger } from '../core/log/log.ts';
import { createMetrics } from '../core/telemetry/metrics.ts';
import type { Mailer } from '../mail/mailer.ts';
import { postgresBus } from '../messaging/postgres-bus.ts';
import { generateServiceKey } from '../rpc/tokens/service-token.ts';
import { eventsOnModuleConnections } from '../runtime/module/events-runtime.ts';
import { type Host, startHost } from '../runtime/module/host.ts';
import type { ClientTo } from '../runtime/module/host-options.ts';
import type { Module } from '../runtime/module/module.ts';
import { type TestDatabases, testDatabases } from './postgres.ts';
import { createTestTokens, type TestTokens, type TestUser } from './test-tokens.ts';

export interface BootOptions {
  /** Settings of the modules, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly mailer?: Mailer;
  /** Folder of the modules' files outside the database; stop() removes it. */
  readonly folder?: string;
  /** Runs as after a restore: answers calls, including those of a replay, but ships no events. */
  readonly isQuiet?: boolean;
}

/** Modules that run over in-process channels on a separate database. */
export interface TestWorld {
  readonly client: ClientTo;
  readonly host: Host;
  as(user: TestUser): Promise<Ctx>;
  asService(service: ServiceName, company?: number): Ctx;
  /** Runs SQL as superuser, who bypasses row-level security: to plant faults and read rows. */
  sql<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Ships all outboxes and runs all consumers until both are quiet. */
  drain(): Promise<void>;
  /** Stops the modules and starts them again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a host with the same modules, data and keys after every restart. */
type StartHost = () => Promise<{ readonly host: Host; stop(): Promise<void> }>;

function hostStarter(
  modules: readonly Module[],
  { env = {}, mailer = { send: () => Promise.resolve() }, isQuiet = false }: BootOptions,
  database: TestDatabases,
  tokens: TestTokens,
): StartHost {
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  const privateKeys = new Map(pairs.map(([name, pair]) => [name, pair.privateKey]));
  const publicKeys = new Map(pairs.map(([name, pair]) => [name, pair.publicKey]));
  return async () => {
    const log = silentLogger();
    const bus = postgresBus({ ...database.bus, log });
    const host = await startHost({
      modules,
      env,
      isQuiet,
      databases: database.services,
      mailer,
      log,
      privateKeys,
      publicKeys,
      events: eventsOnModuleConnections(bus),
      cache: memoryCache(),
      metrics: createMetrics(),
      fetchJwks: async () => tokens.jwks(),
    });
    const stop = async () => {
      await host.stop();
      await bus.close();
    };
    return { host, stop };
  };
}

/** Boots modules for a test, with real PostgreSQL roles and policies, and with signed and verified tokens. */
export async function bootModules(modules: readonly Module[], options: BootOptions = {}): Promise<TestWorld> {
  const database = await testDatabases(
    modules.flatMap(({ name, migrations }) =>
      migrations === undefined ? [] : [{ service: name, migrations }],
    ),
  );
  const tokens = await createTestTokens();
  const start = hostStarter(modules, options, database, tokens);
  let running = await start();
  return {
    client: (definition, target) => running.host.client(definition, target),
    get host() {
      return running.host;
    },
    as: tokens.as,
    asService: (service, company) => running.host.self(service, company === undefined ? {} : { company }),
    sql: database.sql,
    drain: () => running.host.drain(),
    async restart() {
      await running.stop();
      running = await start();
    },
    async stop() {
      await running.stop();
      await database.drop();
      if (options.folder !== undefined) await rm(options.folder, { recursive: true, force: true });
    },
  };
}
