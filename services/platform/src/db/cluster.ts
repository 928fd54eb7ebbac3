import { execFile } from 'node:child_process';
import { access, chown, mkdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries, ServerUser } from './postgres-binaries.ts';
import { isProcessAlive, processFolder } from './process-identity.ts';

const execute = promisify(execFile);

/** A PostgreSQL data folder and how to run a server on it. */
export interface Cluster {
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
  readonly data: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly password: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

const CONFIG = 'pii-vault.conf';

/** Makes the data folder when there is none. An initdb that was killed leaves nothing that looks finished. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  if (await exists(join(cluster.data, 'PG_VERSION'))) return;
  const draft = `${cluster.data}.new`;
  const passwordFile = `${draft}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await give(cluster, draft);
  await writeFile(passwordFile, cluster.password, { mode: 0o600 });
  await give(cluster, passwordFile);
  try {
    await run(cluster, cluster.binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ]);
  } finally {
    await unlink(passwordFile);
  }
  await writeFile(join(draft, 'postgresql.conf'), `include '${CONFIG}'\n`);
  await rename(draft, cluster.data);
}

const ATTEMPTS = 5;

/** Starts the server and waits until it answers; it runs in a session of its own, so Ctrl-C does not reach it. */
export async function startCluster(cluster: Cluster): Promise<void> {
  await dropForeignPid(cluster);
  await writeConfig(cluster);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pgCtl(cluster, ['start', '-w', '-t', '120', '-l', cluster.logFile]);
      return;
    } catch (error) {
      // After a killed server its children may hold the shared memory for a moment longer.
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 500));
    }
  }
}

/** Stops the server of this data folder, whoever started it; does nothing when none runs. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  if (!(await isRunning(cluster))) return;
  await pgCtl(cluster, ['stop', '-w', '-t', '60', '-m', 'fast']).catch(async (error: unknown) => {
    if (await isRunning(cluster)) throw error;
  });
}

export async function isRunning(cluster: Cluster): Promise<boolean> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined || !isProcessAlive(pid)) return false;
  const folder = await processFolder(pid);
  return folder === undefined || folder === cluster.data;
}

/** A killed server's pid may belong to another program by now; PostgreSQL would then refuse to start. */
async function dropForeignPid(cluster: Cluster): Promise<void> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined || !isProcessAlive(pid) || (await isRunning(cluster))) return;
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
  await run(cluster, cluster.binaries.pgCtl, ['-D', cluster.data, '-s', ...args]);
}

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/** Runs a PostgreSQL program as the server's user. */
async function run(cluster: Cluster, program: string, args: readonly string[]): Promise<void> {
  const options = { cwd: '/', env: { PATH: SYSTEM_PATH, LC_ALL: 'C.UTF-8' } };
  const { user } = cluster;
  if (user === undefined) await execute(program, [...args], options);
  else if (await isReachable(cluster.data, program))
    await execute(program, [...args], { ...options, ...user });
  else await execute('setpriv', [...mayPassFolders(user), program, ...args], options);
}

/**
 * Under a folder that only root may enter (/root), the server's user keeps the one capability that passes it.
 */
function mayPassFolders(user: ServerUser): string[] {
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return [...ids, '--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
}

async function isReachable(...paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (((await stat(folder)).mode & 0o001) === 0) return false;
      if (folder === dirname(folder)) break;
    }
  }
  return true;
}

async function give(cluster: Cluster, path: string): Promise<void> {
  if (cluster.user !== undefined) await chown(path, cluster.user.uid, cluster.user.gid);
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
