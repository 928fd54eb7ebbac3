import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('returns a free port that no outgoing connection uses', async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});

it('never returns the same port twice', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, () => freePort()));
  expect(new Set(ports).size).toBe(500);
});

it('returns no port that is kept for another server', async () => {
  const all = Array.from({ length: 17_000 }, (_, at) => 15_000 + at);
  const left = all.filter((port) => port % 170 === 0);
  const reserved = new Set(all.filter((port) => port % 170 !== 0));
  expect(left).toContain(await freePort(reserved));
});
