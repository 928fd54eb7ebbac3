import { existsSync } from 'node:fs';
import { readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPidTaken, isProcessAlive, processFolder } from '@pii-vault/platform/core/system/process-identity';
import { makeEmptyCluster } from './empty-cluster.ts';
import type { EmptyCluster } from './initdb.ts';
import { give, runProgram } from './server-program.ts';

/** A PostgreSQL data folder and how to run a server on it. */
export interface Cluster extends EmptyCluster {
  readonly logFile: string;
  readonly socketFolder: string;
  readonly port: number;
}

const CONFIG = 'pii-vault.conf';

/** Creates the data folder if it is missing. An interrupted attempt leaves no folder that looks complete. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  if (existsSync(join(cluster.data, 'PG_VERSION'))) return;
  const draft = `${cluster.data}.new`;
  await rm(draft, { recursive: true, force: true });
  await makeEmptyCluster(cluster, draft);
  await writeFile(join(draft, 'postgresql.conf'), `include '${CONFIG}'\n`);
  await rename(draft, cluster.data);
}

const ATTEMPTS = 5;

/** Starts the server and waits until it answers. It runs in its own session, so Ctrl-C does not reach it. */
export async function startCluster(cluster: Cluster): Promise<void> {
  await dropForeignPid(cluster);
  await writeConfig(cluster);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pgCtl(cluster, ['start', '-w', '-t', '120', '-l', cluster.logFile]);
      return;
    } catch (error) {
      // Children of a killed server may hold the shared memory for a short time.
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 500));
    }
  }
}

/** Stops the server of this data folder, even if another process started it; does nothing when none runs. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  if (!(await isRunning(cluster))) return;
  await pgCtl(cluster, ['stop', '-w', '-t', '60', '-m', 'fast']).catch(async (error: unknown) => {
    if (await isRunning(cluster)) throw error;
  });
}

export async function isRunning(cluster: Cluster): Promise<boolean> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined || !(await isProcessAlive(pid))) return false;
  const folder = await processFolder(pid);
  return folder === undefined || folder === cluster.data;
}

/**
 * Removes the pid file of a killed server if its pid now belongs to another program or to a zombie. PostgreSQL would
 * otherwise refuse to start.
 */
async function dropForeignPid(cluster: Cluster): Promise<void> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined || !isPidTaken(pid) || (await isRunning(cluster))) return;
  await unlink(join(cluster.data, 'postmaster.pid'));
}

async function postmasterPid(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

async function writeConfig(cluster: Cluster): Promise<void> {
  const settings = {
    ...cluster.settings,
    port: String(cluster.port),
    unix_socket_directories: cluster.socketFolder,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  const file = join(cluster.data, CONFIG);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  await give(cluster, file);
}

async function pgCtl(cluster: Cluster, args: readonly string[]): Promise<void> {
  await runProgram(cluster, cluster.binaries.pgCtl, ['-D', cluster.data, '-s', ...args]);
}
