import { afterAll, expect, it } from 'vitest';
import { describeChannelContract } from '../testing/channel-contract.ts';
import { grpcPairs } from '../testing/grpc-pair.ts';
import { testCtx } from '../testing/test-ctx.ts';
import { CallCtx } from './call-ctx.ts';
import type { CallHeaders } from './channel.ts';
import type { Dispatcher } from './dispatcher.ts';
import { inProcessChannel } from './in-process-channel.ts';
import { serve } from './serve.ts';

const grpc = grpcPairs();
afterAll(() => grpc.close());

describeChannelContract('in-process', async (dispatcher) => inProcessChannel(() => dispatcher));
describeChannelContract('gRPC', grpc.connect);

it('passes headers without accessor properties, which would keep the answer alive until the next major GC', async () => {
  const seen: CallHeaders[] = [];
  const answering = {
    takesByReference: () => true,
    passByReference: async (given: CallHeaders) => seen.push(given),
  };
  const signal = new AbortController().signal;
  const headers = { path: '/t.v1.T/One', metadata: {}, deadlineAt: Date.now() + 60_000, signal };
  await inProcessChannel(() => answering as unknown as Dispatcher).passByReference?.(headers, {});
  const { caller } = testCtx(null);
  for (const carried of [seen[0], new CallCtx(headers, caller, '')]) {
    const own = Object.values(Object.getOwnPropertyDescriptors(carried ?? {}));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ get }) => get !== undefined)).toEqual([]);
  }
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
