import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { MiB } from '@pii-vault/contract/row';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await gatewayWorld({}, { PIIVAULT_BODY_PATIENCE_MS: '100' });
  world.identity.users.set('asha', { companies: { 1: ['pii:write'] } });
});
afterAll(() => world.stop());

/** Starts a batch of people and never ends it: the response comes without the rest, or after the body's patience. */
function start(bearer: string, headers: Record<string, string>, bytes: Buffer) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sender = request(`${world.origin}/api/pii-records/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
    });
    sender.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode));
    });
    sender.on('error', reject);
    sender.write(bytes);
  });
}

const malformed = Buffer.from('{"companyId":1}}');
const heads: readonly (readonly [string, Record<string, string>, Buffer])[] = [
  ['4 MiB', { 'content-length': String(4 * MiB) }, malformed],
  ['unknown size', {}, malformed],
  ['gzip', { 'content-encoding': 'gzip', 'content-length': '8000' }, gzipSync(malformed)],
];

it.each(heads)('reads no body of %s without a valid credential', async (_, headers, bytes) => {
  expect(await start('eve', headers, bytes)).toBe(401);
});

it.each(heads)('reads a body of %s with one', async (_, headers, bytes) => {
  expect(await start('asha', headers, bytes)).toBe(408);
});
