import { Client, credentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echoClient } from '../testing/channel-contract.ts';
import { HealthService } from './grpc-health.ts';
import { type RunningGrpcServer, startGrpcServer } from './grpc-server.ts';
import { inProcessChannel } from './in-process-channel.ts';

const { check, watch } = HealthService;
const [SERVING, NOT_SERVING, SERVICE_UNKNOWN] = [1, 2, 3];
let isReady = true;
let server: RunningGrpcServer;
let client: Client;

beforeAll(async () => {
  await echoClient(async (dispatcher) => {
    server = await startGrpcServer(dispatcher, '127.0.0.1:0', undefined, async () => {
      if (!isReady) throw new Error('planted');
    });
    return inProcessChannel(() => dispatcher);
  });
  client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
});
afterAll(async () => {
  client?.close();
  await server?.stop(100);
});

function stateOf(service: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { path, requestSerialize, responseDeserialize } = check;
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, answer) =>
      error === null ? resolve(answer?.status) : reject(error),
    );
  });
}

describe('grpc.health.v1', () => {
  it('reports on the process and each service that it serves, without a token', async () => {
    expect(await stateOf('')).toBe(SERVING);
    expect(await stateOf('test.v1.Echo')).toBe(SERVING);
    isReady = false;
    expect(await stateOf('test.v1.Echo')).toBe(NOT_SERVING);
    isReady = true;
    await expect(stateOf('test.v1.Other')).rejects.toMatchObject({ code: 5 });
  });

  it('encodes the messages of the specification', () => {
    expect(check.requestSerialize({ service: 'a.B' })).toEqual(Buffer.from([0x0a, 3, 0x61, 0x2e, 0x42]));
    expect(check.requestDeserialize(Buffer.from([0x10, 9, 0x0a, 1, 0x61]))).toEqual({ service: 'a' });
    expect(check.requestDeserialize(Buffer.alloc(0))).toEqual({ service: '' });
    expect(check.responseSerialize({ status: NOT_SERVING })).toEqual(Buffer.from([8, 2]));
    expect(check.responseDeserialize(Buffer.alloc(0))).toEqual({ status: 0 });
  });

  it('sends each change to a watcher and ends with the server', async () => {
    const { path, requestSerialize, responseDeserialize } = watch;
    const states: number[] = [];
    const stream = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, {
      service: 'test.v1.Echo',
    });
    const other = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, {
      service: 'nowhere',
    });
    const unknown = new Promise((resolve) => other.once('data', ({ status }) => resolve(status)));
    other.on('error', () => undefined);
    stream.on('data', ({ status }: { status: number }) => {
      states.push(status);
      isReady = states.length !== 1;
    });
    const ended = new Promise<void>((resolve) => stream.once('end', resolve));
    await expect.poll(() => states).toEqual([SERVING, NOT_SERVING, SERVING]);
    expect(await unknown).toBe(SERVICE_UNKNOWN);
    await server.stop(60_000);
    await ended;
  });
});
