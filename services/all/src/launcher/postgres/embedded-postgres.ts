import { randomBytes } from 'node:crypto';
import { chown, mkdir, realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { openLogFolder } from '@pii-vault/platform/core/log/log-file';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { writeOnce } from '@pii-vault/platform/core/system/write-once';
import type { AdminAccess } from '@pii-vault/platform/postgres/provision';
import { type Cluster, ensureCluster, isRunning, startCluster, stopCluster } from './cluster.ts';
import { claimFolder } from './folder-owner.ts';
import { postgresBinaries, serverUser } from './postgres-binaries.ts';

const MB = 1024 * 1024;
const SHARE = 1 / 8;
const [LEAST_MB, MOST_MB] = [128, 2_048];

/**
 * The value of `shared_buffers`. PostgreSQL's manual recommends a quarter of a dedicated machine's memory (Resource
 * Consumption, Memory); this machine is shared with the program. Unused buffers are never touched.
 * @param memoryBytes memory of the machine or the program's limit, whichever is less
 */
export function sharedBuffers(memoryBytes: number = memoryHere()): string {
  const share = Math.floor((memoryBytes * SHARE) / MB);
  return `${Math.min(Math.max(share, LEAST_MB), MOST_MB)}MB`;
}

/** Usable memory: the container's limit if there is one (without one, Node reports 0 or more than exists). */
function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit === 0 ? totalmem() : Math.min(limit, totalmem());
}

export interface EmbeddedPostgresOptions {
  /** Contains data, socket, log and the administrator's password; created if it is missing. */
  readonly folder: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** 'durable' keeps commits after a crash; 'test' trades durability for speed. */
  readonly mode: 'durable' | 'test';
  /** Folder of PostgreSQL's programs; default: those of the npm package. */
  readonly bin?: string | undefined;
}

export interface EmbeddedPostgres {
  /** Administrator access to a database of this server. */
  access(database: string): AdminAccess;
  /** Rejects if the server process has ended. */
  ready(): Promise<void>;
  /** Stops cleanly and releases the folder. */
  stop(): Promise<void>;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  // Every password has 24 random bytes or more, so hashing it 4,096 times per connection adds no security.
  scram_iterations: '1',
  max_connections: '400',
  jit: 'off',
  // On solid-state disks a random page costs little more than a sequential one.
  random_page_cost: '1.1',
  // Statements and error texts contain values of rows, so only FATAL and above is logged.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};
const DURABLE = {
  shared_buffers: sharedBuffers(),
  max_wal_size: '4GB',
  synchronous_commit: 'on',
};
const TEST = {
  shared_buffers: '64MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

const LOOK_AFTER_MS = 1_000;

/**
 * Runs and supervises PostgreSQL in a folder, on a free local port. First stops a server that a killed run left behind.
 * Restarts a server that dies.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.folder, { recursive: true });
  const folder = await realpath(options.folder);
  const unclaim = await claimFolder(folder);
  const cluster = await prepare(folder, options).catch(async (error: unknown) => {
    await unclaim();
    throw error;
  });
  let isStopping = false;
  let restart: Promise<void> | undefined;
  const watch = setInterval(() => {
    restart ??= revive().finally(() => {
      restart = undefined;
    });
  }, LOOK_AFTER_MS);
  watch.unref();

  async function revive(): Promise<void> {
    if (isStopping || (await isRunning(cluster))) return;
    options.log.error('PostgreSQL ended unexpectedly and is restarted');
    await startCluster(cluster).catch((error: unknown) =>
      options.log.error('PostgreSQL does not start', { err: error }),
    );
  }

  return {
    access: (database) => ({
      address: { host: cluster.socketFolder, port: cluster.port, database },
      admin: { user: 'postgres', password: cluster.password },
    }),
    async ready() {
      if (!(await isRunning(cluster))) throw new Error('PostgreSQL is not running');
    },
    async stop() {
      isStopping = true;
      clearInterval(watch);
      await restart;
      await stopCluster(cluster);
      await unclaim();
    },
  };
}

async function prepare(
  folder: string,
  { mode, bin }: Pick<EmbeddedPostgresOptions, 'mode' | 'bin'>,
): Promise<Cluster> {
  const user = await serverUser();
  const cluster: Cluster = {
    binaries: await postgresBinaries(bin),
    user,
    data: join(folder, 'pgdata'),
    logFile: join(folder, 'log', 'postgres.log'),
    socketFolder: await socketFolder(folder),
    password: await adminPassword(join(folder, 'admin-password')),
    port: await freePort(),
    settings: { ...SETTINGS, ...(mode === 'durable' ? DURABLE : TEST) },
  };
  await openLogFolder(dirname(cluster.logFile));
  await mkdir(cluster.socketFolder, { recursive: true });
  for (const part of [dirname(cluster.logFile), cluster.socketFolder]) {
    if (user !== undefined) await chown(part, user.uid, user.gid);
  }
  await ensureCluster(cluster);
  await stopCluster(cluster);
  await startCluster(cluster);
  return cluster;
}

/** Reads or creates the administrator's password: a file next to the data, readable by its owner only. */
async function adminPassword(file: string): Promise<string> {
  return (await writeOnce(file, randomBytes(24).toString('base64url'))).trim();
}

const MAX_SOCKET_PATH = 90;

/** The path of a Unix socket has at most 107 bytes, so for deep folders the socket is in a short temporary folder. */
async function socketFolder(folder: string): Promise<string> {
  const own = join(folder, 'run');
  if (Buffer.byteLength(own) <= MAX_SOCKET_PATH) return own;
  const made = `/tmp/pii-vault-${randomBytes(6).toString('hex')}`;
  return (await writeOnce(join(folder, 'socket-folder'), made)).trim();
}
