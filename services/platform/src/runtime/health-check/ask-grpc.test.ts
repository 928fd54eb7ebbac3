import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dispatcher } from '../../rpc/dispatcher.ts';
import { type RunningGrpcServer, startGrpcServer } from '../../rpc/grpc-server.ts';
import type { TlsMaterial } from '../../rpc/tls-material.ts';
import { makeAuthority } from '../process/certificates.ts';
import { isServing } from './ask-grpc.ts';

let folder: string;
let server: RunningGrpcServer;
let own: TlsMaterial;
let stranger: TlsMaterial;
let isReady = true;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'health-'));
  const issue = async (authorityFolder: string): Promise<TlsMaterial> => {
    const authority = await makeAuthority(authorityFolder);
    const { cert, key } = await authority.issue('vault', ['vault']);
    const [ca, certPem, keyPem] = await Promise.all(
      [authority.ca, cert, key].map((file) => readFile(file, 'utf8')),
    );
    return { ca: ca ?? '', cert: certPem ?? '', key: keyPem ?? '' };
  };
  own = await issue(await mkdtemp(join(folder, 'own-')));
  stranger = await issue(await mkdtemp(join(folder, 'stranger-')));
  server = await startGrpcServer(WITHOUT_METHODS, '127.0.0.1:0', own, async () => {
    if (!isReady) throw new Error('not ready');
  });
});
afterAll(async () => {
  await server?.stop(100);
  await rm(folder, { recursive: true });
});

function noMethod(): never {
  throw new Error('There is no method');
}

const WITHOUT_METHODS: Dispatcher = {
  methods: [],
  unary: noMethod,
  takesByReference: () => false,
  passByReference: noMethod,
  serverStream: noMethod,
  clientStream: noMethod,
};

const ask = (tls: TlsMaterial, serverName = 'vault') =>
  isServing({ address: `127.0.0.1:${server.port}`, serverName, tls, timeoutMs: 10_000 });

it('reads whether a process is serving', async () => {
  expect(await ask(own)).toBe(true);
  isReady = false;
  expect(await ask(own)).toBe(false);
  isReady = true;
});

it('is false for another service, an impostor and a closed port', async () => {
  expect(await ask(own, 'audit')).toBe(false);
  expect(await ask(stranger)).toBe(false);
  const closed = { address: '127.0.0.1:1', serverName: 'vault', tls: own, timeoutMs: 10_000 };
  expect(await isServing(closed)).toBe(false);
});
