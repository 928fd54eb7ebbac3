import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { permission } from '@pii-vault/platform/rpc/allow';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let vaultSaw: unknown;

beforeAll(async () => {
  const imports = fakeRpc(
    ImportsService,
    {
      createImport: async (_ctx, stream) => {
        try {
          for await (const _ of stream);
        } catch (thrown) {
          vaultSaw = thrown;
          throw thrown;
        }
        throw new Error('The body arrived');
      },
    },
    permission('pii:write'),
  );
  const records = fakeRpc(RecordsService, {});
  world = await gatewayWorld({ vault: [imports, records] }, { PIIVAULT_BODY_PATIENCE_MS: '100' });
  world.identity.users.set('asha', { primaryCompanyId: 1, companies: { 1: ['pii:write'] } });
});
afterAll(() => world.stop());

/** Sends only the start of a body; returns the response after the connection has ended. */
function stall(path: string, headers: Record<string, string>, start: Buffer) {
  return new Promise<{ response: IncomingMessage; text: string }>((resolve, reject) => {
    const sender = request(`${world.origin}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer asha', ...headers },
    });
    sender.on('error', reject);
    sender.on('response', async (response) => {
      const parts = await response.toArray();
      resolve({ response, text: Buffer.concat(parts).toString() });
    });
    sender.write(start);
  });
}

const json = { 'content-type': 'application/json' };
const half = Buffer.from('{"companyId":');
it.each([
  ['a JSON body', '/api/pii-records', json, half],
  [
    'a gzipped body',
    '/api/pii-records',
    { ...json, 'content-encoding': 'gzip' },
    gzipSync(half).subarray(0, 20),
  ],
  ['a body where none is accepted', '/api/auth/logout', json, half],
  ['an import', '/api/imports?purpose=kyc', { 'content-type': 'text/csv' }, Buffer.from('name\n')],
])('responds 408 to the sender of %s that stalls', async (_, path, headers, start) => {
  const { response, text } = await stall(path, headers, start);
  expect(response.statusCode).toBe(408);
  expect(JSON.parse(text)).toMatchObject({ status: 408, reason: 'REQUEST_TIMEOUT' });
  expect(response.headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
});

it('cancels the call to the vault', () => expect(vaultSaw).toMatchObject({ reason: 'REQUEST_TIMEOUT' }));
