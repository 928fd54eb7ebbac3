import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pii-vault/platform/db/embedded-postgres';

export interface VaultProcess {
  readonly address: string;
  readonly dataDir: string;
  readonly keysDir: string;
  /** kill -9, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
  /** Stops it and removes its folders. */
  stop(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../services/all/src/main.ts');

/** A vault of its own in a process of its own, as `make run` starts it, in temporary folders. */
export async function startVaultProcess(env: Record<string, string> = {}): Promise<VaultProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-'));
  const [dataDir, keysDir] = [join(folder, 'data'), join(folder, 'keys')];
  const port = await freePort();
  const settings = {
    ...process.env,
    ...env,
    PIIVAULT_PORT: String(port),
    PIIVAULT_DATA_DIR: dataDir,
    PIIVAULT_KEYS_DIR: keysDir,
  };
  let child = await start(settings);
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    keysDir,
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      child = await start(settings);
    },
    async stop() {
      await end(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the process has printed its address. */
function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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
