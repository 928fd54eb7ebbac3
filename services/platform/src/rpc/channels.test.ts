import { credentials, ServerCredentials } from '@grpc/grpc-js';
import { afterAll, expect, it } from 'vitest';
import { describeChannelContract } from '../testing/channel-contract.ts';
import { grpcChannel } from './grpc-channel.ts';
import { startGrpcServer } from './grpc-server.ts';
import { inProcessChannel } from './in-process-channel.ts';
import { serve } from './serve.ts';

const closing: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const close of closing) await close();
});

describeChannelContract('in-process', async (dispatcher) => inProcessChannel(() => dispatcher));

describeChannelContract('gRPC', async (dispatcher) => {
  const server = await startGrpcServer(dispatcher, '127.0.0.1:0', ServerCredentials.createInsecure());
  const channel = grpcChannel(`127.0.0.1:${server.port}`, credentials.createInsecure());
  closing.push(async () => {
    await channel.close();
    await server.stop(100);
  });
  return channel;
});

it('refuses to start with an RPC that declares no rule', () => {
  const bytes = (): Buffer => Buffer.alloc(0);
  const codec = {
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  };
  const definition = { one: { path: '/t.v1.T/One', requestStream: false, responseStream: false, ...codec } };
  const specs: Record<string, never> = {};
  expect(() => serve(definition, specs as never)).toThrow(/\/t\.v1\.T\/One declares no permission/);
});
