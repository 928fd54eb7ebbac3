import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** Names of the folders in scripts/tests/test-services. */
export type TestServiceName = 'kafka' | 'redis' | 'softhsm' | 'kms';

/** Running test services, with their data in a folder. */
export interface TestServices {
  /** An address or file that a service printed, by the name of its setting. @throws Error for an unknown name */
  address(name: string): string;
  /** All printed settings, to be merged into an environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops the named services, by default all, and keeps data and ports for the next start. */
  stop(...names: TestServiceName[]): Promise<void>;
  /** Restarts stopped services with their data and ports. */
  start(...names: TestServiceName[]): Promise<void>;
}

const SCRIPTS = resolve(import.meta.dirname, '../../../../scripts/tests/test-services');
const run = promisify(execFile);

/**
 * Installs missing services and starts them in parallel, on free ports. They end with this process, which also removes
 * their folder.
 * @throws Error that names what to install
 */
export async function startTestServices(
  folder: string,
  names: readonly TestServiceName[],
): Promise<TestServices> {
  const start = (some: readonly TestServiceName[], ...watched: string[]) =>
    command('start', folder, ...watched, ...some);
  const env = parseAddresses(await start(names, '--until', String(process.pid)));
  return {
    env,
    address: (name) => addressOf(env, name),
    stop: async (...some) => void (await command('stop', folder, ...some)),
    start: async (...some) => void (await start(some)),
  };
}

/** An address that a service printed. @throws Error with the name of a missing one */
export function addressOf(env: Readonly<Record<string, string>>, name: string): string {
  const value = env[name];
  if (value === undefined) throw new Error(`No test service has printed ${name}`);
  return value;
}

async function command(script: 'start' | 'stop', ...args: string[]): Promise<string> {
  try {
    return (await run(resolve(SCRIPTS, script), args)).stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`scripts/tests/test-services/${script} failed:\n${said}`, { cause: error });
  }
}

function parseAddresses(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
