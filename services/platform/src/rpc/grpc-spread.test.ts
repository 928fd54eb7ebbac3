import { promises as dns } from 'node:dns';
import { credentials } from '@grpc/grpc-js';
import { afterEach, expect, it, vi } from 'vitest';
import type { Dispatcher } from './dispatcher.ts';
import { grpcChannel } from './grpc-channel.ts';
import { startGrpcServer } from './grpc-server.ts';

const check = {
  path: '/grpc.health.v1.Health/Check',
  metadata: {},
  signal: new AbortController().signal,
};

afterEach(() => vi.restoreAllMocks());

it('spreads calls over all addresses of a name', async () => {
  const answered = [0, 0];
  const servers = await Promise.all(
    answered.map((_, index) =>
      startGrpcServer({ methods: [] } as unknown as Dispatcher, '127.0.0.1:0', undefined, async () => {
        answered[index] = (answered[index] ?? 0) + 1;
      }),
    ),
  );
  const address = `ipv4:${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  const channel = grpcChannel(address, credentials.createInsecure());
  // The second connection may open later. If it never opens, the test times out.
  while (answered.includes(0))
    await channel.unary({ ...check, deadlineAt: Date.now() + 10_000 }, Buffer.alloc(0));
  expect(Math.min(...answered)).toBeGreaterThan(0);
  await channel.close();
  await Promise.all(servers.map((server) => server.stop(100)));
});

it('finds the process that replaced the known one', async () => {
  const serve = (address: string) =>
    startGrpcServer({ methods: [] } as unknown as Dispatcher, address, undefined, async () => {});
  let host = '127.0.0.2';
  vi.spyOn(dns, 'resolveTxt').mockRejectedValue(new Error('no record'));
  vi.spyOn(dns, 'lookup').mockImplementation((async () => [{ address: host, family: 4 }]) as never);
  const first = await serve(`${host}:0`);
  const channel = grpcChannel(`service.example:${first.port}`, credentials.createInsecure());
  const ask = () => channel.unary({ ...check, deadlineAt: Date.now() + 10_000 }, Buffer.alloc(0));
  await ask();
  host = '127.0.0.3';
  const second = await serve(`${host}:${first.port}`);
  await first.stop(0);
  // Calls fail until the channel resolves the name again.
  await vi.waitFor(ask, { timeout: 60_000 });
  await channel.close();
  await second.stop(0);
});
