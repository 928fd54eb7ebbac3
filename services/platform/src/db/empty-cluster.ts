import { rm } from 'node:fs/promises';
import { type EmptyCluster, initialize, makeFolder } from './initdb.ts';
import { preparedCluster } from './prepared-cluster.ts';
import { runProgram } from './server-program.ts';

/** Stands in a statement as it is. */
const PASSWORD = /^[\w-]{20,}$/;

/**
 * Makes a new data folder with a password of its own. initdb takes a second of CPU: it runs once per installation, and
 * what it made is copied, where the installation may be written to. Copies share PostgreSQL's system identifier, which
 * tells apart only servers that replicate one another.
 * @throws Error when the password is not one
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

/** By a server that serves one statement and no connection. */
async function setPassword(cluster: EmptyCluster, folder: string): Promise<void> {
  const { binaries, password, settings } = cluster;
  const statement = `ALTER ROLE postgres PASSWORD '${password}'\n`;
  const kept = ['log_min_messages', 'log_min_error_statement', 'password_encryption', 'scram_iterations'];
  const set = kept.flatMap((name) => (name in settings ? [`${name}=${settings[name]}`] : []));
  // Without it a statement that fails is told to nobody, and the server ends as after one that did not.
  const options = [...set, 'exit_on_error=on'].flatMap((setting) => ['-c', setting]);
  await runProgram(cluster, binaries.postgres, ['--single', '-D', folder, ...options, 'postgres'], statement);
}
