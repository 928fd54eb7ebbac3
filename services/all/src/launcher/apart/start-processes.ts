import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defineConfig, type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import { createLogger, type Logger } from '@pii-vault/platform/core/log/log';
import { openLogFolder } from '@pii-vault/platform/core/log/log-file';
import { z } from 'zod';
import { makeProcessKeys } from '../../deployment/process-keys.ts';
import { allModules } from '../../modules.ts';
import { startDatabase } from '../embedded/database.ts';
import { startLocalMail } from '../embedded/local-mail.ts';
import { choosePort } from '../embedded/port.ts';
import { openLocalSecrets } from '../embedded/secrets.ts';
import { moduleEnv, revocationEnv } from '../module-env.ts';
import { settings } from '../settings.ts';
import { type Child, startChild } from './child-process.ts';
import { type ProcessPlan, planProcesses } from './process-env.ts';
import { startRealParts } from './real-parts.ts';

const LOOK_MS = 100;
/** After this many exits before its first readiness a process is considered broken. */
const MAX_ENDS = 5;

/** Resolves when every process is ready. @throws Error with the name and log file of a process that does not start */
async function waitUntilReady(
  plans: readonly ProcessPlan[],
  children: readonly Child[],
  logs: string,
): Promise<void> {
  for (const { side } of plans) {
    while (!(await isReady(side))) {
      const failing = children.find((child) => child.ended() >= MAX_ENDS);
      if (failing !== undefined)
        throw new Error(`${failing.name} does not start; see ${join(logs, `${failing.name}.log`)}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

function isReady(side: string): Promise<boolean> {
  return fetch(`${side}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Settings of `make run` with other default folders, and the choice of external services. */
const apartSettings = defineConfig('PIIVAULT', {
  ...settings.shape,
  dataDir: z.string().min(1).default('.data-apart'),
  keysDir: z.string().min(1).default('.keys-apart'),
  /** Any of kafka, redis, softhsm; the embedded part replaces each one that is left out. */
  parts: z
    .string()
    .default('kafka,redis,softhsm')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(['kafka', 'redis', 'softhsm']))),
});

export interface ProcessesVault {
  /** Address of console and API. */
  readonly address: string;
  /** Undefined with an external mail server. */
  readonly mailbox: string | undefined;
  /** Folder with one log file per process. */
  readonly logs: string;
  stop(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../../../../..');
const PATIENCE_MS = 30_000;

/**
 * Starts every service and the gateway as separate processes, with PostgreSQL, Kafka, Redis and SoftHSM2, and
 * restarts processes that exit.
 */
export async function startProcesses(env: Environment): Promise<ProcessesVault> {
  const config = loadConfig(apartSettings, env);
  const [dataDir, keysDir] = [resolve(config.dataDir), resolve(config.keysDir)];
  const logs = join(dataDir, 'logs');
  await openLogFolder(logs);
  await mkdir(join(dataDir, 'processes'), { recursive: true });
  const log = createLogger(config.logLevel, join(logs, 'launcher.log'));
  const closing = new AsyncDisposableStack();
  try {
    const secrets = await openLocalSecrets(keysDir);
    const database = await startDatabase({ ...config, dataDir }, allModules, secrets, log);
    closing.defer(() => database.postgres.stop());
    const parts = await startRealParts({ dataDir, keysDir }, config.parts);
    closing.defer(() => parts.stop());
    const mail = await startLocalMail(join(dataDir, 'mailbox'), env);
    closing.defer(async () => mail.mailbox?.stop());
    const { port, release } = await choosePort(dataDir, config.port);
    closing.defer(release);
    await secrets.get('cursors');
    const facts = { environment: config.environment, port, keysDir, consoleDir: join(ROOT, 'web/dist') };
    const plans = await planProcesses({
      database: database.bus.address,
      keysDir,
      keys: await makeProcessKeys(keysDir),
      own: parts.own,
      env: {
        ...mail.env,
        ...parts.env,
        ...(await moduleEnv(facts)),
        ...(await revocationEnv(keysDir, secrets)),
        VAULT_IMPORT_DISK_FOLDER: dataDir,
        PIIVAULT_CURSOR_KEY_FILE: join(keysDir, 'secrets', 'cursors'),
        ...env,
      },
    });
    const children = await startChildren(plans, dataDir, log, closing);
    await waitUntilReady(plans, children, logs);
    const address = `http://localhost:${port}`;
    return { address, mailbox: mail.mailbox?.address, logs, stop: () => closing.disposeAsync() };
  } catch (error) {
    // Errors while closing mostly have the same cause.
    await closing.disposeAsync().catch(() => {});
    throw error;
  }
}

async function startChildren(
  plans: readonly ProcessPlan[],
  dataDir: string,
  log: Logger,
  closing: AsyncDisposableStack,
): Promise<readonly Child[]> {
  const children: Child[] = [];
  // The gateway stops first; then the services can stop together.
  closing.defer(async () => {
    const [door, others] = [children.filter(isDoor), children.filter((child) => !isDoor(child))];
    for (const some of [door, others]) await Promise.all(some.map((child) => child.stop(PATIENCE_MS)));
  });
  for (const { name, env } of plans) {
    const script = join(ROOT, name === 'gateway' ? name : `services/${name}`, 'src/main.ts');
    const [logFile, pidFile] = [join(dataDir, 'logs', `${name}.log`), join(dataDir, 'processes', name)];
    children.push(await startChild({ name, script, env, logFile, pidFile, log }));
  }
  return children;
}

function isDoor({ name }: Child): boolean {
  return name === 'gateway';
}
