import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../../../scripts/test-services');

export type PartName = 'kafka' | 'redis' | 'softhsm';

/** Kafka, Redis and SoftHSM2 of one vault. */
export interface RealParts {
  /** The settings by which the processes find and choose them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** What chooses the part; its address and its secrets are printed by its start. */
const CHOICE: Readonly<Record<PartName, Readonly<Record<string, string>>>> = {
  kafka: { PIIVAULT_BUS: 'kafka' },
  redis: { PIIVAULT_CACHE: 'redis' },
  softhsm: { CRYPTO_KEY_STORE: 'pkcs11' },
};

/**
 * Installs what is missing and starts the parts; they end with this process, and keep their data.
 * @throws Error that says what could not be installed or started
 */
export async function startRealParts(
  folders: { readonly dataDir: string; readonly keysDir: string },
  names: readonly PartName[],
): Promise<RealParts> {
  // A token's files are keys: they lie with the keys, and not with the data that these open.
  const isToken = (name: PartName) => name === 'softhsm';
  const tokens = await startIn(join(folders.keysDir, 'parts'), names.filter(isToken));
  const others = await startIn(
    join(folders.dataDir, 'parts'),
    names.filter((name) => !isToken(name)),
  );
  return {
    env: Object.assign({}, tokens.env, others.env, ...names.map((name) => CHOICE[name])),
    async stop() {
      await others.stop();
      await tokens.stop();
    },
  };
}

async function startIn(folder: string, names: readonly PartName[]): Promise<RealParts> {
  if (names.length === 0) return { env: {}, stop: () => Promise.resolve() };
  const told = await run('start', [folder, '--until', String(process.pid), '--keep', ...names]);
  const env = Object.fromEntries(
    told.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );
  return {
    env,
    async stop() {
      await run('stop', [folder]);
      // Stopped in order: the watchman has nothing left to do.
      await rm(join(folder, 'until'), { force: true });
    },
  };
}

async function run(script: 'start' | 'stop', args: readonly string[]): Promise<string> {
  try {
    return (await execute(resolve(SCRIPTS, script), [...args], { maxBuffer: 1024 * 1024 })).stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`Kafka, Redis or SoftHSM2 did not ${script}: ${said}`, { cause: error });
  }
}
