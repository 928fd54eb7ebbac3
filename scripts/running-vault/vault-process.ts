import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ServiceName } from '@pii-vault/platform/context/caller';
import { freePort } from '@pii-vault/platform/net/free-port';
import { killServers, readPid, signalIfThere } from './kill-servers.ts';

/** One process with embedded parts (`make run`), or each service one with real parts (`make run-apart`). */
export type Topology = 'embedded' | 'apart';

export interface VaultOptions {
  readonly topology?: Topology;
  /** Where data and keys are to lie, and whose folder it stays; one in the system's temporary folder unless told. */
  readonly folder?: string;
  /** Settings beside folders and port. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A vault that a test started, wherever its processes are. */
export interface RunningVault {
  readonly address: string;
  /** Stops it and removes what was made for it. */
  stop(): Promise<void>;
}

export interface VaultProcess extends RunningVault {
  readonly dataDir: string;
  readonly keysDir: string;
  /** Every folder that its own processes write to: data, keys, temporary files. Kafka's JVM has some in the system's. */
  readonly folders: readonly string[];
  /** kill -9 of everything, as a power cut would: every process, PostgreSQL, Kafka and Redis. */
  kill(): Promise<void>;
  /** kill -9 of one process, where processes are apart; nothing when it has ended and the launcher has not started it anew. */
  killOne(service: ServiceName): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
}

const ALL = resolve(import.meta.dirname, '../../services/all/src');
const MAIN = { embedded: join(ALL, 'main.ts'), apart: join(ALL, 'apart/main.ts') };

/** A vault of its own, started as its command starts it, in temporary folders. */
export async function startVaultProcess(options: VaultOptions = {}): Promise<VaultProcess> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'pii-vault-')));
  const [dataDir, keysDir, temporary] = [join(folder, 'data'), join(folder, 'keys'), join(folder, 'tmp')];
  await mkdir(temporary, { recursive: true });
  const main = MAIN[options.topology ?? 'embedded'];
  const port = await freePort();
  const settings = {
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
    async killOne(service) {
      for (const pid of await readPid(join(dataDir, 'processes', service))) signalIfThere(pid, 'SIGKILL');
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
