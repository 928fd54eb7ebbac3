import { rm } from 'node:fs/promises';
import { type EmptyCluster, initialize, makeFolder } from './initdb.ts';
import { preparedCluster } from './prepared-cluster.ts';
import { runProgram } from './server-program.ts';

/** Safe to embed in a SQL statement without escaping. */
const PASSWORD = /^[\w-]{20,}$/;

/**
 * Creates a data folder with a new password. initdb takes a second of CPU, so it runs once per installation and its
 * result is copied, where the installation is writable. Copies share PostgreSQL's system identifier, which matters only
 * between servers that replicate each other.
 * @throws Error when the password is not well formed
 */
export async function makeEmptyCluster(cluster: EmptyCluster, folder: string): Promise<void> {
  if (!PASSWORD.test(cluster.password))
    throw new Error(
      `The administrator's password for ${cluster.data} is not 20 or more letters, digits, - and _: remove its file, and the next start makes another`,
    );
  if (cluster.binaries.mayKeepFilesBeside && (await isCopied(cluster, folder))) return;
  await rm(folder, { recursive: true, force: true });
  await initialize(cluster, folder);
  await setPassword(cluster, folder);
}

function isCopied(cluster: EmptyCluster, folder: string): Promise<boolean> {
  return copyPrepared(cluster, folder).then(
    () => true,
    () => false,
  );
}

async function copyPrepared(cluster: EmptyCluster, folder: string): Promise<void> {
  const prepared = await preparedCluster(cluster);
  await makeFolder(cluster, folder);
  await runProgram(cluster, 'cp', ['-R', `${prepared}/.`, folder]);
  await setPassword(cluster, folder);
  await runProgram(cluster, cluster.binaries.initdb, ['--sync-only', `--pgdata=${folder}`]);
}

/** Runs PostgreSQL in single-user mode for one statement. */
async function setPassword(cluster: EmptyCluster, folder: string): Promise<void> {
  const { binaries, password, settings } = cluster;
  const statement = `ALTER ROLE postgres PASSWORD '${password}'\n`;
  const kept = ['log_min_messages', 'log_min_error_statement', 'password_encryption', 'scram_iterations'];
  const set = kept.flatMap((name) => (name in settings ? [`${name}=${settings[name]}`] : []));
  // Without exit_on_error a failed statement is not reported: the server exits with 0.
  const options = [...set, 'exit_on_error=on'].flatMap((setting) => ['-c', setting]);
  await runProgram(cluster, binaries.postgres, ['--single', '-D', folder, ...options, 'postgres'], statement);
}
