import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { killServers, readPid, signalIfRunning } from './kill-servers.ts';

/**
 * embedded: one process (`make run`). apart: one process per service, with Kafka, Redis and SoftHSM (`make run-apart`).
 */
export type Topology = 'embedded' | 'apart';

export interface VaultOptions {
  readonly topology?: Topology;
  /** Folder of data and keys, which stop() keeps. By default a temporary folder, which stop() removes. */
  readonly folder?: string;
  /** Further settings; folders and port are set already. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A vault that a test started: processes, containers or a cluster. */
export interface RunningVault {
  readonly address: string;
  /** Stops the vault and removes what was created for it. */
  stop(): Promise<void>;
}

export interface VaultProcess extends RunningVault {
  readonly dataDir: string;
  readonly keysDir: string;
  /** Folders that its processes write to: data, keys, temporary files. Kafka's JVM also uses the system's. */
  readonly folders: readonly string[];
  /** Sends SIGKILL to every process, PostgreSQL, Kafka and Redis, as in a power cut. */
  kill(): Promise<void>;
  /** Sends SIGKILL to one service's process ('apart' only). Does nothing if it has ended and is not restarted yet. */
  killService(service: ServiceName): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
}

const LAUNCHER = resolve(import.meta.dirname, '../../../services/all/src/launcher');
const MAIN = { embedded: join(LAUNCHER, 'main.ts'), apart: join(LAUNCHER, 'apart/main.ts') };

/** Starts a separate vault with the same main module as its make command. */
export async function startVaultProcess(options: VaultOptions = {}): Promise<VaultProcess> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'pii-vault-')));
  const [dataDir, keysDir, temporary] = [join(folder, 'data'), join(folder, 'keys'), join(folder, 'tmp')];
  await mkdir(temporary, { recursive: true });
  const main = MAIN[options.topology ?? 'embedded'];
  const port = await freePort();
  const settings = {
    // Tests create a second person within the same second.
    IDENTITY_INDEPENDENCE_DAYS: '0',
    ...process.env,
    ...options.env,
    PIIVAULT_PORT: String(port),
    PIIVAULT_DATA_DIR: dataDir,
    PIIVAULT_KEYS_DIR: keysDir,
    TMPDIR: temporary,
  };
  let child = await start(main, settings);
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    keysDir,
    folders: [dataDir, keysDir, temporary],
    async kill() {
      await end(child, 'SIGKILL');
      await killServers(dataDir);
    },
    async killService(service) {
      for (const pid of await readPid(join(dataDir, 'processes', service))) signalIfRunning(pid, 'SIGKILL');
    },
    async restart() {
      child = await start(main, settings);
    },
    async stop() {
      await end(child, 'SIGTERM');
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the process has printed its address. */
function start(main: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Ctrl-C')) resolve(child);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The vault did not start:\n${printed}`)));
  });
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
