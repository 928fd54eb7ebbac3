import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import type { Environment } from '@pii-vault/platform/core/config/config';
import type { Logger } from '@pii-vault/platform/core/log/log';

export interface ChildSpec {
  readonly name: string;
  /** Path of a main.ts. */
  readonly script: string;
  readonly env: Environment;
  /** Receives standard output and error, appended. */
  readonly logFile: string;
  /** Holds the current process id. */
  readonly pidFile: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** A child process that is restarted whenever it exits unexpectedly. */
export interface Child {
  readonly name: string;
  /** Current process id. */
  pid(): number | undefined;
  /** Number of unexpected exits. */
  ended(): number;
  /** Sends SIGTERM, then SIGKILL after `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
/** After this run time the next restart uses the shortest pause. */
const SOUND_MS = 10_000;

export async function startChild(spec: ChildSpec): Promise<Child> {
  const log = await open(spec.logFile, 'a', 0o600);
  let child: ChildProcess | undefined;
  let isStopping = false;
  let ends = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let wake: () => void = () => undefined;

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const startedAt = performance.now();
      child = spawnIn(spec, log);
      const end = endOf(child);
      // On a full disk the process runs without a pid file.
      await writeFile(spec.pidFile, String(child.pid ?? '')).catch((error: unknown) =>
        spec.log.warn('pid file could not be written', { process: spec.name, err: error }),
      );
      const how = await end;
      if (isStopping) return;
      ends += 1;
      pauseMs =
        performance.now() - startedAt > SOUND_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS);
      spec.log.warn('process ended and is restarted', { process: spec.name, how, pauseMs });
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pauseMs);
      });
    }
  }

  const over = keepRunning();
  return {
    name: spec.name,
    pid: () => child?.pid,
    ended: () => ends,
    async stop(patienceMs) {
      isStopping = true;
      wake();
      child?.kill('SIGTERM');
      const kill = setTimeout(() => child?.kill('SIGKILL'), patienceMs);
      await over;
      clearTimeout(kill);
      await log.close();
    },
  };
}

/**
 * Starts the child in its own session, so that Ctrl-C reaches the launcher only. On Linux the kernel ends it with the
 * launcher (PR_SET_PDEATHSIG): no process is left that would block the next start.
 */
function spawnIn({ script, env }: ChildSpec, log: FileHandle): ChildProcess {
  const options: SpawnOptions = { env: { ...env }, stdio: ['ignore', log.fd, log.fd], detached: true };
  if (process.platform !== 'linux') return spawn(process.execPath, [script], options);
  return spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, script], options);
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
  });
}
