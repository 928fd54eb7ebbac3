import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { createMetrics, type Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { Mail } from '@pii-vault/platform/mail/mailer';
import { postgresBus } from '@pii-vault/platform/messaging/postgres-bus';
import { generateServiceKey } from '@pii-vault/platform/rpc/tokens/service-token';
import { type EventsThread, eventsThread } from '@pii-vault/platform/runtime/events-thread/events-thread';
import { eventsOnModuleConnections } from '@pii-vault/platform/runtime/module/events-runtime';
import { type Host, startHost } from '@pii-vault/platform/runtime/module/host';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { fetchTokenKeys } from '@pii-vault/platform/runtime/process/fetch-token-keys';
import { type TestDatabases, testDatabases } from '@pii-vault/platform/testing/postgres';
import { polled } from './polled.ts';

/** Every module and the gateway's HTTP address, with a separate database. */
export interface WholeVault {
  readonly origin: string;
  readonly host: Host;
  /** Folder of the local key store. */
  readonly keysDir: string;
  /** Sent mails, oldest first. */
  readonly sent: readonly Mail[];
  sql<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  stop(): Promise<void>;
}

/**
 * Starts the vault for a test. Crypto signs tokens, as in `make run`. `env`: settings of the modules. Relays and
 * consumers run in this thread, or in their own.
 */
export async function startWholeVault(
  modules: readonly Module[],
  env: Readonly<Record<string, string>> = {},
  eventsIn: 'thread' | 'here' = 'here',
): Promise<WholeVault> {
  const database = await testDatabases(
    modules.flatMap(({ name, migrations }) =>
      migrations === undefined ? [] : [{ service: name, migrations }],
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'whole-vault-'));
  const port = await freePort();
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  const metrics = createMetrics();
  const sent: Mail[] = [];
  const events = eventsIn === 'thread' ? threadOf(database, metrics) : hereOn(database);
  const host = await startHost({
    modules,
    env: { PIIVAULT_PORT: String(port), ...settingsIn(folder), ...env },
    databases: database.services,
    events,
    cache: memoryCache(),
    mailer: { send: async (mail) => void sent.push(mail) },
    log: silentLogger(),
    metrics,
    privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
    publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
    fetchJwks: fetchTokenKeys,
  });
  // On a busy machine the gateway's first question to audit may time out; until an answer it refuses changes.
  await polled(() =>
    host.ready().then(
      () => true,
      () => undefined,
    ),
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    host,
    keysDir: join(folder, 'keys'),
    sent,
    sql: database.sql,
    async stop() {
      await host.stop();
      await events.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Settings of a vault with its files in this folder. */
const settingsIn = (folder: string) => ({
  PIIVAULT_ENVIRONMENT: 'testing',
  // Cheap hashes; their cost has separate tests.
  IDENTITY_PASSWORD_MEMORY_KIB: '64',
  // Tests create a second person within the same second. independent-persons.test.ts has the default.
  IDENTITY_INDEPENDENCE_DAYS: '0',
  PIIVAULT_CONSOLE_DIR: join(folder, 'console'),
  CRYPTO_KEYS_DIR: join(folder, 'keys'),
  AUDIT_CHECKPOINT_FILE: join(folder, 'checkpoints'),
  // Webhooks of tests stay on this machine.
  TENANCY_WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
});

function hereOn(database: TestDatabases) {
  const bus = postgresBus({ ...database.bus, log: silentLogger() });
  return { ...eventsOnModuleConnections(bus), close: () => bus.close() };
}

function threadOf({ services: databases, bus }: TestDatabases, metrics: Metrics): EventsThread {
  return eventsThread({
    file: new URL('../src/launcher/events-thread.ts', import.meta.url),
    settings: { databases, bus, env: {}, log: { level: 'silent' } },
    metrics,
    log: silentLogger(),
  });
}
