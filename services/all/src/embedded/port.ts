import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

const FIRST_PORT = 8080;
const PORTS_TRIED = 200;

/**
 * The port of the console: the one that was asked for, else that of the last run, else 8080, else the next
 * free one. Kept in the data folder, so that a bookmark goes on working.
 */
export async function choosePort(dataDir: string, asked: number | undefined): Promise<number> {
  const file = join(dataDir, 'port');
  const port = asked ?? (await keptPort(file)) ?? (await firstFree(FIRST_PORT));
  await writeFile(file, String(port));
  return port;
}

async function keptPort(file: string): Promise<number | undefined> {
  const kept = Number(await readFile(file, 'utf8').catch(() => ''));
  return kept > 0 && (await isFree(kept)) ? kept : undefined;
}

async function firstFree(from: number): Promise<number> {
  for (let port = from; port < from + PORTS_TRIED; port += 1) if (await isFree(port)) return port;
  throw new Error(`No port from ${from} to ${from + PORTS_TRIED} is free; set PIIVAULT_PORT`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
