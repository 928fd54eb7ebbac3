import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { join } from 'node:path';

const FIRST_PORT = 8080;
const PORTS_TRIED = 200;

/** A port reserved against other vaults of this machine, until its release or the end of the process. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * The console's port: the requested one, else that of the last run, else 8080, else the next free one. Stored in the
 * data folder, so that bookmarks stay valid.
 */
export async function choosePort(
  dataDir: string,
  asked: number | undefined,
  first = FIRST_PORT,
): Promise<ReservedPort> {
  const file = join(dataDir, 'port');
  const reserved = asked === undefined ? await reserveOne(await keptPort(file), first) : unreserved(asked);
  await writeFile(file, String(reserved.port));
  return reserved;
}

/** A requested port is not reserved: the gateway reports a conflict when it listens. */
const unreserved = (port: number): ReservedPort => ({ port, release: async () => {} });

async function keptPort(file: string): Promise<readonly number[]> {
  const kept = Number(await readFile(file, 'utf8').catch(() => ''));
  return kept > 0 ? [kept] : [];
}

async function reserveOne(kept: readonly number[], first: number): Promise<ReservedPort> {
  const next = Array.from({ length: PORTS_TRIED }, (_, i) => first + i);
  for (const port of [...kept, ...next]) {
    const reserved = await reserve(port);
    if (reserved !== undefined) return reserved;
  }
  throw new Error(`No port from ${first} to ${first + PORTS_TRIED - 1} is free; set PIIVAULT_PORT`);
}

/**
 * The gateway listens only seconds later, and two vaults may start at the same time. A Linux abstract socket with the
 * port's number reserves it at once; the kernel removes it with the process.
 */
async function reserve(port: number): Promise<ReservedPort | undefined> {
  const name =
    process.platform === 'linux' ? await listenAt({ path: `\0pii-vault-port-${port}` }) : undefined;
  const release = async () => await closed(name);
  if (name !== 'taken' && (await isFree(port))) return { port, release };
  await release();
  return undefined;
}

/** Browsers resolve `localhost` to both addresses: another program on ::1 would receive the requests. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    const server = await listenAt({ host, port });
    await closed(server);
    if (server === 'taken') return false;
  }
  return true;
}

/**
 * 'taken' when the address is in use or the port is not permitted; undefined where the machine lacks such addresses
 * or sockets.
 */
function listenAt(where: ListenOptions): Promise<Server | 'taken' | undefined> {
  const isRefusal = (code = '') => code === 'EADDRINUSE' || (code === 'EACCES' && where.port !== undefined);
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(isRefusal(code) ? 'taken' : undefined));
    server.listen(where, () => resolve(server));
  });
}

async function closed(server: Server | 'taken' | undefined): Promise<void> {
  if (server === undefined || server === 'taken') return;
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
