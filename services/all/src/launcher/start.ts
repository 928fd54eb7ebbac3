import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Cache } from '@pii-vault/platform/cache/cache';
import { openCache } from '@pii-vault/platform/cache/open-cache';
import { type Environment, loadConfig, onlySettings } from '@pii-vault/platform/core/config/config';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { createLogger, type Logger } from '@pii-vault/platform/core/log/log';
import { openLogFolder, putAside } from '@pii-vault/platform/core/log/log-file';
import { createMetrics, type Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import { startConfiguredTracing, tracingConfig } from '@pii-vault/platform/core/telemetry/tracing';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import { openMailer } from '@pii-vault/platform/mail/open-mailer';
import { busConfig, busSettings } from '@pii-vault/platform/messaging/open-bus';
import type { RecordKeys } from '@pii-vault/platform/messaging/record-keys';
import { generateServiceKey } from '@pii-vault/platform/rpc/tokens/service-token';
import { type EventsThread, eventsThread } from '@pii-vault/platform/runtime/events-thread/events-thread';
import { type Host, startHost } from '@pii-vault/platform/runtime/module/host';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { startTicker } from '@pii-vault/platform/runtime/module/ticker';
import { fetchTokenKeys } from '@pii-vault/platform/runtime/process/fetch-token-keys';
import { startSideServer } from '@pii-vault/platform/runtime/process/side-server';
import { loadRecordKeys } from '../deployment/service-key-files.ts';
import { allModules } from '../modules.ts';
import { checkSettings } from './check-settings.ts';
import { type EmbeddedDatabase, startDatabase } from './embedded/database.ts';
import { startLocalMail } from './embedded/local-mail.ts';
import type { Mailbox } from './embedded/mailbox.ts';
import { choosePort } from './embedded/port.ts';
import { openLocalSecrets } from './embedded/secrets.ts';
import { moduleEnv, revocationEnv } from './module-env.ts';
import type { Settings } from './settings.ts';

export interface RunningVault {
  /** Address of console and API. */
  readonly address: string;
  /** Undefined with an external mail server. */
  readonly mailbox: string | undefined;
  readonly logFile: string;
  readonly host: Host;
  stop(): Promise<void>;
}

const CONSOLE = resolve(import.meta.dirname, '../../../../web/dist');

/**
 * Maximum size of the current log, and of the previous one. A refused request takes about 250 bytes; at level debug
 * every request is logged.
 */
const MOST_LOG_BYTES = 256 * 1024 * 1024;
const LOG_LOOK_MS = 60_000;

/** Starts every module in this process, with embedded PostgreSQL, mailbox, keys and secrets. */
export async function startVault(env: Environment): Promise<RunningVault> {
  const config = await checkSettings(allModules, env, CONSOLE);
  const closing = new AsyncDisposableStack();
  try {
    const dataDir = resolve(config.dataDir);
    await mkdir(dataDir, { recursive: true });
    const logs = join(dataDir, 'logs');
    await openLogFolder(logs);
    const logFile = join(logs, 'pii-vault.log');
    const log = createLogger(config.logLevel, logFile);
    const shortening = startTicker('log', LOG_LOOK_MS, () => putAside(logFile, MOST_LOG_BYTES), log);
    closing.defer(() => shortening.stop());
    const parts = await startParts(config, env, log, closing);
    const metrics = createMetrics(config);
    const events = startEvents(parts, { log, logFile, level: config.logLevel }, metrics);
    closing.defer(() => events.close());
    const host = await runModules(config, parts, { log, metrics, events }, closing);
    const { port, mailbox } = parts;
    const address = `http://localhost:${port}`;
    return { address, mailbox: mailbox?.address, logFile, host, stop: () => closing.disposeAsync() };
  } catch (error) {
    // Errors while closing mostly have the same cause.
    await closing.disposeAsync().catch(() => {});
    throw error;
  }
}

/** Infrastructure that the modules use. */
interface Parts {
  readonly database: EmbeddedDatabase;
  readonly cache: Cache;
  readonly mailbox: Mailbox | undefined;
  readonly mailer: Mailer;
  readonly port: number;
  readonly env: Environment;
  /** Undefined when only the services can write to the bus. */
  readonly recordKeys: RecordKeys | undefined;
}

async function startParts(
  config: Settings,
  env: Environment,
  log: Logger,
  closing: AsyncDisposableStack,
): Promise<Parts> {
  const [dataDir, keysDir] = [resolve(config.dataDir), resolve(config.keysDir)];
  const secrets = await openLocalSecrets(keysDir);
  const database = await startDatabase({ ...config, dataDir }, allModules, secrets, log);
  closing.defer(() => database.postgres.stop());
  const { port, release } = await choosePort(dataDir, config.port);
  closing.defer(release);
  const { mailbox, env: mailEnv } = await startLocalMail(join(dataDir, 'mailbox'), env);
  closing.defer(async () => mailbox?.stop());
  const cache = await openCache(env, log);
  closing.defer(() => cache.close());
  closing.defer(await startConfiguredTracing(env, 'pii-vault'));
  const mailer = openMailer(mailbox === undefined ? env : mailEnv);
  closing.defer(async () => mailer.close());
  const facts = { environment: config.environment, port, keysDir, consoleDir: CONSOLE };
  const own = {
    ...(await moduleEnv(facts)),
    ...(await revocationEnv(keysDir, secrets)),
    VAULT_IMPORT_DISK_FOLDER: dataDir,
    PIIVAULT_CURSOR_KEY: await secrets.get('cursors'),
  };
  // Separate keys: the events thread gets these and no service key.
  const isOnKafka = loadConfig(busConfig, env).bus === 'kafka';
  const recordKeys = isOnKafka ? await loadRecordKeys(join(keysDir, 'events')) : undefined;
  return { database, cache, mailbox, mailer, port, env: { ...own, ...env }, recordKeys };
}

interface Logging {
  readonly log: Logger;
  readonly logFile: string;
  readonly level: Settings['logLevel'];
}

function startEvents(
  { database, env, recordKeys }: Parts,
  { log, logFile, level }: Logging,
  metrics: Metrics,
): EventsThread {
  return eventsThread({
    file: new URL('./events-thread.ts', import.meta.url),
    settings: {
      databases: database.services,
      bus: database.bus,
      env: eventsSettings(allModules, env),
      recordKeys,
      log: { level, file: logFile },
    },
    log,
    metrics,
  });
}

interface Shared {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly events: EventsThread;
}

async function runModules(
  config: Settings,
  { database, cache, mailer, env }: Parts,
  { log, metrics, events }: Shared,
  closing: AsyncDisposableStack,
): Promise<Host> {
  const modules = allModules.map(({ name }) => name);
  const side = await startSideServer({
    host: '127.0.0.1',
    port: config.metricsPort,
    metrics,
    modules,
    allowedHosts: config.allowedHosts,
  });
  closing.defer(() => side.close());
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  const host = await startHost({
    modules: allModules,
    env,
    databases: database.services,
    events,
    cache,
    mailer,
    log,
    metrics,
    privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
    publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
    fetchJwks: fetchTokenKeys,
  });
  closing.defer(() => host.stop());
  side.watch(host);
  log.info('process started', { modules, metricsPort: side.port });
  return host;
}

/**
 * Settings of bus, traces and consumers for the events thread; service keys and the key store stay in the main
 * thread.
 * @throws ConfigError with missing or invalid settings: the thread itself could only report that it ended
 */
export function eventsSettings(modules: readonly Pick<Module, 'consumers'>[], env: Environment): Environment {
  const consumers = modules.flatMap((module) => module.consumers?.config ?? []);
  const read = [...busSettings(env), tracingConfig, ...consumers];
  for (const schema of read) loadConfig(schema, env);
  return onlySettings(read, env);
}
