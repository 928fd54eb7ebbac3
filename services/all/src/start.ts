import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { type Environment, loadConfig } from '@pii-vault/platform/config/config';
import { SERVICE_NAMES } from '@pii-vault/platform/context/caller';
import { postgresBus } from '@pii-vault/platform/events/postgres-bus';
import { createLogger } from '@pii-vault/platform/log/log';
import { smtpMailer } from '@pii-vault/platform/mail/smtp-mailer';
import { type Host, startHost } from '@pii-vault/platform/module/host';
import { createMetrics } from '@pii-vault/platform/telemetry/metrics';
import { startTracing, tracingConfig } from '@pii-vault/platform/telemetry/tracing';
import { generateServiceKey } from '@pii-vault/platform/tokens/service-token';
import { checkProduction } from './check-production.ts';
import { startDatabase } from './embedded/database.ts';
import { startMailbox } from './embedded/mailbox.ts';
import { choosePort } from './embedded/port.ts';
import { openLocalSecrets } from './embedded/secrets.ts';
import { fetchJwks } from './fetch-jwks.ts';
import { moduleEnv } from './module-env.ts';
import { chooseModules } from './modules.ts';
import { settings } from './settings.ts';

export interface RunningVault {
  /** Where the console and the API are. */
  readonly address: string;
  readonly mailbox: string;
  readonly logFile: string;
  readonly host: Host;
  stop(): Promise<void>;
}

const CONSOLE = resolve(import.meta.dirname, '../../../web/dist');

/** Starts modules in this process, with PostgreSQL, mailbox, keys and secrets of their own. */
export async function startVault(target: string, env: Environment): Promise<RunningVault> {
  const config = loadConfig(settings, env);
  checkProduction(config, env);
  const modules = chooseModules(target);
  const [dataDir, keysDir] = [resolve(config.dataDir), resolve(config.keysDir)];
  await mkdir(dataDir, { recursive: true });
  const closing: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const secrets = await openLocalSecrets(keysDir);
    const logFile = join(dataDir, 'logs', 'pii-vault.log');
    const log = createLogger(config.logLevel, logFile);
    const database = await startDatabase(dataDir, modules, secrets, log);
    closing.push(() => database.postgres.stop());
    const { port, release } = await choosePort(dataDir, config.port);
    closing.push(release);
    const mailbox = await startMailbox();
    closing.push(() => mailbox.stop());
    const bus = postgresBus({ ...database.bus, log });
    closing.push(() => bus.close());
    closing.push(startTraces(env));
    const mailer = smtpMailer({
      host: '127.0.0.1',
      port: mailbox.smtpPort,
      isTls: false,
      allowsPlain: true,
      from: 'PII Vault <vault@localhost>',
    });
    closing.push(async () => mailer.close());
    const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
    const host = await startHost({
      modules,
      env: {
        ...(await moduleEnv({ environment: config.environment, port, keysDir, consoleDir: CONSOLE })),
        PIIVAULT_CURSOR_KEY: await secrets.get('cursors'),
        ...env,
      },
      databases: database.services,
      bus,
      cache: memoryCache(),
      mailer,
      log,
      metrics: createMetrics(),
      privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
      publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
      fetchJwks,
    });
    closing.push(() => host.stop());
    return { address: `http://localhost:${port}`, mailbox: mailbox.address, logFile, host, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startTraces(env: Environment): () => Promise<void> {
  const { exporterOtlpEndpoint, tracesSamplerArg } = loadConfig(tracingConfig, env);
  return startTracing(exporterOtlpEndpoint, tracesSamplerArg, 'pii-vault');
}
