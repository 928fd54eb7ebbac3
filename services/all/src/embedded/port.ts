import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { join } from 'node:path';

const FIRST_PORT = 8080;
const PORTS_TRIED = 200;

/** A port that no other vault of this machine takes until it is released, which the end of the process does too. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * The port of the console: the one that was asked for, else that of the last run, else 8080, else the next
 * free one. Kept in the data folder, so that a bookmark goes on working.
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

/** One that somebody else has is refused when the gateway listens, by its number. */
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
 * Some seconds pass until the gateway listens, and two clones may start in the same moment. So the port's name
 * is taken at once, as a Linux abstract socket: it ends with the process, whatever ends that.
 */
async function reserve(port: number): Promise<ReservedPort | undefined> {
  const name =
    process.platform === 'linux' ? await listenAt({ path: `\0pii-vault-port-${port}` }) : undefined;
  const release = async () => await closed(name);
  if (name !== 'taken' && (await isFree(port))) return { port, release };
  await release();
  return undefined;
}

/** `localhost` is both addresses to a browser: on ::1 another program would be found in our place. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    const server = await listenAt({ host, port });
    await closed(server);
    if (server === 'taken') return false;
  }
  return true;
}

/**
 * 'taken' when somebody listens there, or nobody may on this port; undefined where this machine has no such
 * address or no such sockets.
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
