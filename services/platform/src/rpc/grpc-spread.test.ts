import { credentials } from '@grpc/grpc-js';
import { expect, it } from 'vitest';
import type { Dispatcher } from './dispatcher.ts';
import { grpcChannel } from './grpc-channel.ts';
import { startGrpcServer } from './grpc-server.ts';

const check = {
  path: '/grpc.health.v1.Health/Check',
  metadata: {},
  signal: new AbortController().signal,
};

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
  // The second connection may take a moment longer: without it this goes on until the test's time is over.
  while (answered.includes(0))
    await channel.unary({ ...check, deadlineAt: Date.now() + 10_000 }, Buffer.alloc(0));
  expect(Math.min(...answered)).toBeGreaterThan(0);
  await channel.close();
  await Promise.all(servers.map((server) => server.stop(100)));
});
