import { connect } from 'node:net';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;

beforeAll(async () => {
  const records = fakeRpc(RecordsService, {
    createRecord: async () => ({
      individualId: 7,
      masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
      fieldIds: { name: 1 },
    }),
  });
  world = await gatewayWorld({ vault: [records] });
  world.identity.users.set('asha', { companies: { 1: ['pii:write'] } });
});
afterAll(() => world.stop());

const json = JSON.stringify({ companyId: 1, consentDetails: { purpose: 'kyc' }, fields: { name: 'Asha' } });

/** Sends a head, and the body once it is invited. Returns all responses when the connection has ended. */
function send(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
      if (answer.endsWith('100 Continue\r\n\r\n')) socket.write(json);
      if (answer.includes('"masterKey"')) socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('Expect: 100-continue', () => {
  const head = (path: string, headers: Record<string, string>) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Expect: 100-continue',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n');
  const sized = {
    authorization: 'Bearer asha',
    'content-type': 'application/json',
    'content-length': String(json.length),
  };

  it.each<[string, number, string, Record<string, string>]>([
    ['no credential', 401, '/api/pii-records', { ...sized, authorization: '' }],
    ['an unknown credential', 401, '/api/pii-records', { ...sized, authorization: 'Bearer eve' }],
    ['a body that is too large', 413, '/api/pii-records', { ...sized, 'content-length': '2000000' }],
    ['another media type', 415, '/api/pii-records', { ...sized, 'content-type': 'text/plain' }],
    ['another encoding', 415, '/api/pii-records', { ...sized, 'content-encoding': 'br' }],
    ['a foreign origin', 403, '/api/pii-records', { ...sized, origin: 'https://evil.example' }],
    ['an unknown path', 404, '/api/nothing', sized],
    [
      'a file of no caller',
      401,
      '/api/imports',
      { ...sized, 'content-type': 'text/csv', authorization: 'Bearer eve' },
    ],
  ])('%s is refused without an invitation, and the connection ends', async (_, status, path, headers) => {
    const answer = await send(head(path, headers));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).not.toContain('100 Continue');
    expect(answer).toMatch(/^connection: close$/im);
  });

  it('invites the body of an accepted head, and keeps the connection', async () => {
    const answer = await send(head('/api/pii-records', sized));
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
    expect(answer).toMatch(/^connection: keep-alive$/im);
  });
});
