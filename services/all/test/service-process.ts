import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { threadEnv } from '@pii-vault/platform/core/threads/thread-env';
import { generateServiceKey, type ServiceKeyPair } from '@pii-vault/platform/rpc/tokens/service-token';
import { busPassword, passwordsOf, testDatabases } from '@pii-vault/platform/testing/postgres';
import { inject } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A database without schemas, and the settings of processes on it. */
export interface EmptyDeployment {
  readonly env: Readonly<Record<string, string>>;
  readonly adminEnv: Readonly<Record<string, string>>;
  readonly keys: ReadonlyMap<ServiceName, ServiceKeyPair>;
  drop(): Promise<void>;
}

export async function emptyDeployment(): Promise<EmptyDeployment> {
  const folder = await mkdtemp(join(tmpdir(), 'processes-'));
  const database = await testDatabases([]);
  const { address } = database.bus;
  const keys = new Map(SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const));
  const env: Record<string, string> = {
    PIIVAULT_DATABASE_URL: `postgres:///${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`,
    PIIVAULT_BUS_PASSWORD: busPassword,
    PIIVAULT_SERVICE_KEYS_DIR: join(folder, 'public'),
    CRYPTO_KEYS_DIR: join(folder, 'store'),
  };
  await mkdir(join(folder, 'public'));
  for (const [name, { publicKey, privateKey }] of keys) {
    const prefix = name.toUpperCase();
    const [keyFile, at] = [join(folder, `${name}.key`), `127.0.0.1:${await freePort()}`];
    await writeFile(join(folder, 'public', `${name}.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    env[`${prefix}_SERVICE_KEY_FILE`] = keyFile;
    env[`${prefix}_GRPC_ADDRESS`] = at;
    env[`${prefix}_GRPC_LISTEN`] = at;
    env[`${prefix}_DATABASE_PASSWORD`] = passwordsOf(name).app;
    env[`${prefix}_SYSTEM_DATABASE_PASSWORD`] = passwordsOf(name).system;
  }
  const { user, password } = inject('postgres').admin;
  return {
    env,
    adminEnv: { PIIVAULT_DATABASE_ADMIN_USER: user, PIIVAULT_DATABASE_ADMIN_PASSWORD: password },
    keys,
    async drop() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A running main.ts. */
export interface ServiceProcess {
  /** Base address of /livez and /readyz. */
  readonly side: string;
  /** Sends SIGTERM to the started process: the service, or npm. */
  terminate(): void;
  /** Sends SIGKILL to the started process and its descendants. */
  kill(): void;
  /** Output so far. */
  readonly printed: Readonly<Printed>;
  /** Exit code and output after the end. */
  readonly ended: Promise<{ readonly code: number | null } & Readonly<Printed>>;
}

interface Printed {
  stdout: string;
  stderr: string;
}

export type Env = Readonly<Record<string, string>>;

/** @param main path in the repository; `env` is the whole environment except PATH and the compile cache */
export async function startService(main: string, env: Env, ...args: string[]): Promise<ServiceProcess> {
  return await started(process.execPath, [join(ROOT, main), ...args], env);
}

/**
 * Starts with npm, as README.md describes, without npm's log and update check; `env` as above. Runs in its own
 * process group, so that `kill` also reaches npm's children.
 */
export async function startByNpm(workspace: string, env: Env): Promise<ServiceProcess> {
  const quiet = { npm_config_logs_max: '0', npm_config_update_notifier: 'false' };
  return await started('npm', ['start', '-w', workspace], { ...quiet, ...env }, { detached: true });
}

async function started(
  command: string,
  args: readonly string[],
  env: Env,
  { detached } = { detached: false },
): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...threadEnv(), PIIVAULT_METRICS_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  const printed = printedBy(child);
  return {
    side: `http://127.0.0.1:${port}`,
    terminate: () => void child.kill('SIGTERM'),
    kill: () => (detached ? killGroup(child) : void child.kill('SIGKILL')),
    printed,
    ended: new Promise((done) => child.once('close', (code) => done({ code, ...printed }))),
  };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function printedBy(child: ChildProcess): Readonly<Printed> {
  const printed: Printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    printed.stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    printed.stderr += chunk.toString();
  });
  return printed;
}
