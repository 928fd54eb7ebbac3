import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type DataFolder, give, runProgram } from './server-program.ts';

export interface EmptyCluster extends DataFolder {
  readonly binaries: PostgresBinaries;
  /** The administrator's, of letters, digits, - and _. */
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

const OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

/**
 * Makes a new data folder with a password of its own. initdb takes a second of CPU: it runs once per installation, and
 * what it made is copied, where the installation may be written to. Copies share PostgreSQL's system identifier, which tells
 * apart only servers that replicate one another.
 */
export async function makeEmptyCluster(cluster: EmptyCluster, folder: string): Promise<void> {
  await copyPrepared(cluster, folder).catch(async () => {
    await rm(folder, { recursive: true, force: true });
    await initialize(cluster, folder);
    await setPassword(cluster, folder);
  });
}

async function copyPrepared(cluster: EmptyCluster, folder: string): Promise<void> {
  const prepared = await prepare(cluster);
  await makeFolder(cluster, folder);
  await runProgram(cluster, 'cp', ['-R', `${prepared}/.`, folder]);
  await setPassword(cluster, folder);
  await runProgram(cluster, cluster.binaries.initdb, ['--sync-only', `--pgdata=${folder}`]);
}

/** The folder beside PostgreSQL that starts copy; made by the first of them. */
async function prepare(cluster: EmptyCluster): Promise<string> {
  const name = `empty-${createHash('sha256').update(OPTIONS.join()).digest('hex').slice(0, 8)}`;
  const prepared = join(dirname(cluster.binaries.initdb), '..', name);
  if (await exists(prepared)) return prepared;
  const draft = `${prepared}.${randomBytes(4).toString('hex')}`;
  try {
    await initialize(cluster, draft);
    await rename(draft, prepared);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start may have made it meanwhile.
    if (!(await exists(prepared))) throw error;
  }
  return prepared;
}

/** Under a password that nobody knows. */
async function initialize(cluster: EmptyCluster, folder: string): Promise<void> {
  const passwordFile = `${folder}.password`;
  await makeFolder(cluster, folder);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await give(cluster, passwordFile);
  try {
    await runProgram(cluster, cluster.binaries.initdb, [
      `--pgdata=${folder}`,
      `--pwfile=${passwordFile}`,
      ...OPTIONS,
    ]);
  } finally {
    await unlink(passwordFile);
  }
}

/** By a server that serves one statement and no connection. */
async function setPassword(cluster: EmptyCluster, folder: string): Promise<void> {
  const { binaries, password, settings } = cluster;
  const statement = `ALTER ROLE postgres PASSWORD '${password}'\n`;
  const quiet = ['log_min_messages', 'log_min_error_statement', 'password_encryption', 'scram_iterations'];
  const options = quiet.flatMap((name) => (name in settings ? ['-c', `${name}=${settings[name]}`] : []));
  await runProgram(cluster, binaries.postgres, ['--single', '-D', folder, ...options, 'postgres'], statement);
}

async function makeFolder(cluster: EmptyCluster, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await give(cluster, folder);
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
