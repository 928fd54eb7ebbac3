import { type CarriedCall, CarrierService } from '@pii-vault/proto/platform/v1/carrier';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors/app-error.ts';
import { ctxOf, describeChannelContract, echoClient } from '../../testing/channel-contract.ts';
import { grpcPairs } from '../../testing/grpc-pair.ts';
import type { CallHeaders, Channel } from '../channel.ts';
import { MAX_MESSAGE_BYTES } from '../definition.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { fromCarried, toCarried } from './carried-failure.ts';
import { carryingChannel } from './carrying-channel.ts';

const { carry } = CarrierService;
const pairs = grpcPairs();
afterAll(() => pairs.close());

let streams = 0;

/** Connects over gRPC and counts the streams that carry calls. */
async function connect(dispatcher: Dispatcher): Promise<Channel> {
  const grpc = await pairs.connect(dispatcher);
  return carryingChannel({
    ...grpc,
    serverStream(headers, request) {
      if (headers.path === carry.path) streams += 1;
      return grpc.serverStream(headers, request);
    },
  });
}

/** Makes a second call, to an unknown method, with each call, so that the carrier batches both. */
describeChannelContract('carrying gRPC', async (dispatcher) => {
  const channel = await connect(dispatcher);
  return {
    ...channel,
    async unary(headers, request) {
      const before = streams;
      const beside = channel.unary({ ...headers, path: '/test.v1.Echo/Nothing' }, request);
      beside.catch(() => undefined);
      const answer = await channel.unary(headers, request);
      expect(streams).toBe(before + 1);
      await expect(beside).rejects.toMatchObject({ code: 'UNIMPLEMENTED' });
      return answer;
    },
  };
});

it('does not carry calls of streaming methods', async () => {
  const channel = await connectEcho();
  const headers = { metadata: { authorization: 'Bearer reader' }, ...ctxOf('reader') };
  const calls = ['Count', 'Join'].map((name) =>
    channel.unary({ ...headers, path: `/test.v1.Echo/${name}` }, Buffer.from('{"text":"1","companyId":1}')),
  );
  for (const one of await Promise.allSettled(calls))
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'UNIMPLEMENTED' } });
});

/** Connects to the suite's echo. */
async function connectEcho(): Promise<Channel> {
  const { promise, resolve } = Promise.withResolvers<Channel>();
  await echoClient(async (dispatcher) => {
    const channel = await connect(dispatcher);
    resolve(channel);
    return channel;
  });
  return await promise;
}

describe('the server of carried calls', () => {
  const echo: CarriedCall = {
    path: '/test.v1.Echo/Echo',
    metadata: { authorization: 'Bearer reader' },
    timeoutMs: 60_000,
    request: Buffer.from('{"text":"x","companyId":1}'),
  };
  const hang = { ...echo, path: '/test.v1.Echo/Hang' };
  /** Results of a stream with these calls: each call's failure, or undefined. */
  async function outcomesOf(calls: CarriedCall[], signal = new AbortController().signal) {
    const channel = await connectEcho();
    const headers = { path: carry.path, metadata: {}, deadlineAt: Date.now() + 60_000, signal };
    const failures: Array<string | undefined> = calls.map(() => 'no answer');
    for await (const bytes of channel.serverStream(headers, carry.requestSerialize({ calls })))
      for (const { call, outcome } of carry.responseDeserialize(bytes).answers)
        failures[call] = outcome?.$case === 'failure' ? outcome.value.reason : undefined;
    return failures;
  }

  it('applies the deadline of each call separately', async () => {
    expect(await outcomesOf([{ ...hang, timeoutMs: 30 }, echo])).toEqual(['DEADLINE_EXCEEDED', undefined]);
  });

  it('authenticates each call', async () => {
    const other = { ...echo, metadata: { authorization: 'Bearer nobody' } };
    expect(await outcomesOf([echo, other, echo])).toEqual([undefined, 'UNAUTHENTICATED', undefined]);
  });

  it('refuses metadata that HTTP/2 would not carry', async () => {
    const authorization = 'Bearer reader';
    const bad = ['two\nlines', 'x'.repeat(16_384)].map((text) => ({
      ...echo,
      metadata: { authorization, 'x-request-id': text },
    }));
    expect(await outcomesOf([...bad, echo])).toEqual(['BAD_METADATA', 'BAD_METADATA', undefined]);
  });

  it('refuses more calls than a stream may carry', async () => {
    expect(await outcomesOf(Array(32).fill(echo))).toEqual(Array(32).fill(undefined));
    await expect(outcomesOf(Array(33).fill(echo))).rejects.toMatchObject({ reason: 'TOO_MANY_CALLS' });
    expect(await outcomesOf([])).toEqual([]);
  });

  it('cancels the running calls when their stream is cancelled', async () => {
    const [begun, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const definition = { path: '/test.v1.Long/One', requestStream: false, responseStream: false };
    const long = {
      methods: [{ definition }],
      unary: ({ signal }: CallHeaders) => {
        signal.addEventListener('abort', () => cancelled.resolve(signal.reason));
        begun.resolve();
        return cancelled.promise;
      },
    };
    const channel = await connect(long as unknown as Dispatcher);
    const leaving = new AbortController();
    const deadlineAt = Date.now() + 60_000;
    const headers = { path: definition.path, metadata: {}, deadlineAt, signal: leaving.signal };
    const asked = [1, 2].map(() => channel.unary(headers, Buffer.alloc(0)));
    for (const one of asked) one.catch(() => undefined);
    await begun.promise;
    leaving.abort();
    expect(await cancelled.promise).toMatchObject({ code: 'CANCELLED' });
    for (const one of asked) await expect(one).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

it('returns answers of the maximum size', async () => {
  const path = '/test.v1.Large/One';
  const definition = { path, requestStream: false, responseStream: false };
  const large = { methods: [{ definition }], unary: async () => Buffer.alloc(MAX_MESSAGE_BYTES) };
  const channel = await connect(large as unknown as Dispatcher);
  const { deadlineAt, signal } = ctxOf('reader');
  const headers = { path, metadata: {}, deadlineAt, signal };
  const asked = [1, 2, 3].map(() => channel.unary(headers, Buffer.alloc(0)));
  for (const answer of await Promise.all(asked)) expect(answer).toHaveLength(MAX_MESSAGE_BYTES);
});

it('keeps all fields of a failure', () => {
  const full = new AppError('RESOURCE_EXHAUSTED', 'TOO_MANY', 'Too many', {
    details: [{ path: 'a.b', message: 'stale' }],
    retryAfterMs: 1_500.5,
  });
  const { code, reason, message, details, retryAfterMs } = fromCarried(toCarried(full));
  expect({ code, reason, message, details, retryAfterMs }).toEqual({
    code: full.code,
    reason: full.reason,
    message: full.message,
    details: full.details,
    retryAfterMs: 1_500.5,
  });
  const odd = { ...toCarried(full), code: 'NEWER', details: 'not JSON' };
  expect(fromCarried(odd)).toMatchObject({ code: 'INTERNAL', reason: 'TOO_MANY', details: [] });
});
