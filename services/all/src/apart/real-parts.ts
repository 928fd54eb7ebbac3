import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../../../scripts/test-services');

/** Kafka, Redis and SoftHSM2 of one data folder. */
export interface RealParts {
  /** The settings by which the processes find them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Installs what is missing. @throws Error that says what could not be installed or started */
export async function startRealParts(folder: string, names: readonly string[]): Promise<RealParts> {
  if (names.length === 0) return { env: {}, stop: () => Promise.resolve() };
  const told = await run('start', [folder, '--until', String(process.pid), '--keep', ...names]);
  const env = Object.fromEntries(
    told.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );
  return { env, stop: async () => void (await run('stop', [folder])) };
}

async function run(script: 'start' | 'stop', args: readonly string[]): Promise<string> {
  try {
    return (await execute(resolve(SCRIPTS, script), [...args], { maxBuffer: 1024 * 1024 })).stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`Kafka, Redis and SoftHSM2 did not start: ${said}`, { cause: error });
  }
}
