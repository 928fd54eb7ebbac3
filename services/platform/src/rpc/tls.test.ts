import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAuthority } from '../runtime/process/certificates.ts';
import { ctxOf, describeChannelContract, echoClient } from '../testing/channel-contract.ts';
import { carryingChannel } from './carrier/carrying-channel.ts';
import type { Channel } from './channel.ts';
import type { Dispatcher } from './dispatcher.ts';
import { grpcChannel } from './grpc-channel.ts';
import { startGrpcServer } from './grpc-server.ts';
import { channelCredentials } from './tls.ts';
import type { TlsMaterial } from './tls-material.ts';

const made: Record<'vault' | 'gateway' | 'audit' | 'nobody' | 'stranger', TlsMaterial> = {} as never;
const closing: Array<() => Promise<void>> = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
  const ours = await makeAuthority(folder);
  const read = (file: string) => readFile(file, 'utf8');
  const issue = async (name: string, authority = ours): Promise<TlsMaterial> => {
    const { cert, key } = await authority.issue(name, [name]);
    return { cert: await read(cert), key: await read(key), ca: await read(ours.ca) };
  };
  for (const name of ['vault', 'gateway', 'audit', 'nobody'] as const) made[name] = await issue(name);
  const otherFolder = await mkdtemp(join(folder, 'other-'));
  made.stranger = await issue('gateway', await makeAuthority(otherFolder));
});
afterAll(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(
  dispatcher: Dispatcher,
  server: TlsMaterial,
  client: TlsMaterial | undefined,
  ready?: () => Promise<void>,
): Promise<Channel> {
  const running = await startGrpcServer(dispatcher, '127.0.0.1:0', server, ready);
  const channel = grpcChannel(`127.0.0.1:${running.port}`, channelCredentials(client), 'vault');
  closing.push(async () => {
    await channel.close();
    await running.stop(100);
  });
  return channel;
}

describeChannelContract('gRPC with mTLS', (dispatcher) => connect(dispatcher, made.vault, made.gateway));

describe('mTLS', () => {
  const note = { text: 'hello', companyId: 1 };
  const call = async (server: TlsMaterial, client: TlsMaterial | undefined, token: string) => {
    const rpc = await echoClient((dispatcher) => connect(dispatcher, server, client));
    // `fail` is the RPC that service tokens may call; it always fails with STALE.
    return token === 'reader' ? rpc.echo(ctxOf(token), note) : rpc.fail(ctxOf(token), note);
  };

  it('refuses a server with a certificate of another service or another authority', async () => {
    await expect(call(made.audit, made.gateway, 'reader')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(call(made.stranger, made.gateway, 'reader')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('refuses a caller without a certificate or with one of another authority', async () => {
    await expect(call(made.vault, undefined, 'reader')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(call(made.vault, made.stranger, 'reader')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it("accepts a service's token only from that service's process", async () => {
    const token = 'svc:test.v1.Echo';
    await expect(call(made.vault, made.gateway, token)).rejects.toMatchObject({ reason: 'STALE' });
    await expect(call(made.vault, made.audit, token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('checks that for each call of a shared stream', async () => {
    const token = 'svc:test.v1.Echo';
    for (const [client, expected] of [
      [made.gateway, { reason: 'STALE' }],
      [made.audit, { code: 'UNAUTHENTICATED' }],
    ] as const) {
      const streams: string[] = [];
      const rpc = await echoClient(async (dispatcher) => {
        const grpc = await connect(dispatcher, made.vault, client);
        const serverStream: Channel['serverStream'] = (headers, request) => {
          streams.push(headers.path);
          return grpc.serverStream(headers, request);
        };
        return carryingChannel({ ...grpc, serverStream });
      });
      const calls = [rpc.fail(ctxOf(token), note), rpc.fail(ctxOf(token), note)];
      for (const one of await Promise.allSettled(calls)) expect(one).toMatchObject({ reason: expected });
      expect(streams).toEqual(['/piivault.platform.v1.Carrier/Carry']);
    }
  });

  it('reads the certificate of each connection once', async () => {
    const { getPeerCertificate } = TLSSocket.prototype;
    let asked = 0;
    const spy = vi.spyOn(TLSSocket.prototype, 'getPeerCertificate').mockImplementation(function (
      this: TLSSocket,
    ) {
      // Does not count the client, which also reads the certificate.
      if (Reflect.get(this, 'server') !== undefined) asked += 1;
      return getPeerCertificate.call(this);
    });
    try {
      const rpcOf = (client: TlsMaterial) =>
        echoClient((dispatcher) => connect(dispatcher, made.vault, client));
      const gateway = await rpcOf(made.gateway);
      const nobody = await rpcOf(made.nobody);
      for (let i = 0; i < 3; i++) {
        await gateway.echo(ctxOf('reader'), note);
        await expect(nobody.echo(ctxOf('reader'), note)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      }
    } finally {
      spy.mockRestore();
    }
    expect(asked).toBe(2);
  });

  it("accepts a user's token from any service, but from no other caller", async () => {
    expect((await call(made.vault, made.audit, 'reader')).companyId).toBe(1);
    await expect(call(made.vault, made.nobody, 'reader')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
