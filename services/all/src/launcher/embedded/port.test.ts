import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choosePort, type ReservedPort } from './port.ts';

let dataDir: string;
let ending: Array<() => Promise<unknown>>;

beforeEach(async () => {
  ending = [];
  dataDir = await mkdtemp(join(tmpdir(), 'pii-vault-port-'));
});
afterEach(async () => {
  for (const end of ending) await end();
  await rm(dataDir, { recursive: true });
});

async function choose(first: number, asked?: number): Promise<ReservedPort> {
  const reserved = await choosePort(dataDir, asked, first);
  ending.push(reserved.release);
  return reserved;
}

/** Listens on a port; false where the machine lacks the address. */
async function occupy(port: number, host: string): Promise<boolean> {
  const server: Server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });
  if (isListening) ending.push(() => new Promise((resolve) => server.close(resolve)));
  return isListening;
}

it('gives different ports to two vaults that start at the same time', async () => {
  const first = await freePort();
  const [one, other] = await Promise.all([choose(first), choose(first)]);
  expect(one.port).not.toBe(other.port);
});

it.each(['127.0.0.1', '::1'])('skips a port that another program uses on %s', async (host) => {
  const first = await freePort();
  if (await occupy(first, host)) expect((await choose(first)).port).toBeGreaterThan(first);
});

it('reuses the port of the last run after its release', async () => {
  const first = await freePort();
  const { port, release } = await choose(first);
  expect(await readFile(join(dataDir, 'port'), 'utf8')).toBe(String(port));
  await release();
  expect((await choose(1)).port).toBe(port);
});

it('uses a requested port unchanged', async () => {
  const first = await freePort();
  await occupy(first, '127.0.0.1');
  expect((await choose(1, first)).port).toBe(first);
});
