import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
const received: unknown[] = [];

beforeAll(async () => {
  const records = fakeRpc(RecordsService, {
    createRecord: async (_ctx, request) => {
      received.push(request.fields);
      return { individualId: 7, masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e', fieldIds: { name: 1 } };
    },
  });
  world = await gatewayWorld({ vault: [records] });
  world.identity.users.set('asha', { companies: { 1: ['pii:write', 'pii:read', 'audit:read'] } });
});
afterAll(() => world.stop());

const consentDetails = { purpose: 'kyc' };
const good = { companyId: 1, consentDetails, fields: { name: 'Asha' } };
const json = JSON.stringify(good);
const authorised = { authorization: 'Bearer asha', 'content-type': 'application/json' };
const secret = '499118665246';

/** A request with one bad part; otherwise it creates a person. */
interface Bad {
  readonly method?: 'GET' | 'DELETE' | 'POST';
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}
const get = (path: string): Bad => ({ method: 'GET', path });
const withHeaders = (headers: Record<string, string>): Bad => ({ headers });
const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024)));

// strict-json.test.ts, routes.test.ts and conformance.test.ts have what JSON, a schema and each route refuse.
const cases: readonly (readonly [what: string, status: number, reason: string, bad: Bad])[] = [
  ['not JSON', 400, 'MALFORMED_JSON', { body: `{"fields": ${secret}x` }],
  ['an empty body', 400, 'MALFORMED_JSON', { body: '' }],
  ['bytes that are not UTF-8', 400, 'MALFORMED_JSON', { body: new Uint8Array([0x22, 0xff]) }],
  ['an unknown key', 400, 'INVALID_REQUEST', { body: json.replace('{', `{"x${secret}":1,`) }],
  ['an invalid purpose', 400, 'INVALID_REQUEST', { body: json.replace('kyc', secret.padEnd(60, '!')) }],
  ['a 2 MB field', 413, 'PAYLOAD_TOO_LARGE', { body: json.replace('Asha', 'x'.repeat(2_000_000)) }],
  ['a gzip bomb', 413, 'PAYLOAD_TOO_LARGE', { body: bomb, headers: { 'content-encoding': 'gzip' } }],
  ['broken gzip', 400, 'MALFORMED_BODY', withHeaders({ 'content-encoding': 'gzip' })],
  ['brotli', 415, 'UNSUPPORTED_MEDIA_TYPE', withHeaders({ 'content-encoding': 'br' })],
  [
    'a form',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    withHeaders({ 'content-type': 'application/x-www-form-urlencoded' }),
  ],
  ...['latin1', 'utf-8; charset=utf-16'].map(
    (charset) =>
      [
        `the charset ${charset}`,
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        withHeaders({ 'content-type': `application/json; charset=${charset}` }),
      ] as const,
  ),
  ['a foreign origin', 403, 'ORIGIN_REFUSED', withHeaders({ origin: 'https://evil.example' })],
  ['a cross-site request', 403, 'ORIGIN_REFUSED', withHeaders({ 'sec-fetch-site': 'cross-site' })],
  ['nothing acceptable', 406, 'NOT_ACCEPTABLE', withHeaders({ accept: 'image/png' })],
  ['no credential', 401, 'UNAUTHENTICATED', withHeaders({ authorization: '' })],
  ['another scheme', 401, 'UNAUTHENTICATED', withHeaders({ authorization: 'Basic YTpi' })],
  ['an unknown credential', 401, 'UNAUTHENTICATED', withHeaders({ authorization: 'Bearer eve' })],
  ['a bad idempotency key', 400, 'INVALID_REQUEST', withHeaders({ 'idempotency-key': 'a b' })],
  ['an unknown query key', 400, 'INVALID_REQUEST', { path: '/api/pii-records?x=1' }],
  ['a NUL in the query', 400, 'INVALID_REQUEST', get('/api/audit-trail?search=%00')],
  ['a query that is not UTF-8', 400, 'INVALID_REQUEST', get('/api/individuals?search=%ED%A0%80')],
  ['a query with a broken escape', 400, 'INVALID_REQUEST', get('/api/individuals?search=%4')],
  ['a repeated query key', 400, 'INVALID_REQUEST', get('/api/audit-trail?limit=1&limit=2')],
  ['a limit of 1e9', 400, 'INVALID_REQUEST', get('/api/individuals?limit=1000000000')],
  ['a forged cursor', 400, 'INVALID_CURSOR', get(`/api/individuals?cursor=${'A'.repeat(40)}`)],
  ['an invalid id', 400, 'INVALID_REQUEST', get("/api/individuals/1'%20OR%201=1")],
  ['a path that cannot be decoded', 400, 'MALFORMED_PATH', get('/api/individuals/%E0%A4%A')],
  ['an unknown path', 404, 'NOT_FOUND', get('/api/nothing')],
  ['another spelling of a path', 404, 'NOT_FOUND', get('/api/Companies')],
  ['another method', 405, 'METHOD_NOT_ALLOWED', { method: 'DELETE', path: '/api/companies' }],
  ['a body where none is accepted', 400, 'INVALID_REQUEST', { path: '/api/auth/logout', body: '{"a":1}' }],
];

describe('bad input', () => {
  it.each(cases)(
    '%s is %i %s',
    async (_, status, reason, { method = 'POST', path = '/api/pii-records', headers = {}, body = json }) => {
      const response = await world.fetch(path, {
        method,
        headers: { ...authorised, ...headers },
        ...(method === 'POST' ? { body } : {}),
      });
      const text = await response.text();
      expect(text).not.toContain(secret);
      expect([response.status, JSON.parse(text).reason]).toEqual([status, reason]);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(JSON.parse(text)).toMatchObject({ status, requestId: response.headers.get('x-request-id') });
      expect(JSON.parse(text).message).toBe(JSON.parse(text).detail);
      for (const name of [
        'strict-transport-security',
        'content-security-policy',
        'x-content-type-options',
        'referrer-policy',
      ])
        expect(response.headers.get(name), name).not.toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-store');
      if (status === 405) expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
      if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it.each(['utf-8', 'UTF-8', 'utf8', 'UTF8', '"utf-8"', '"UTF8"'])(
    'accepts the charset %s',
    async (charset) => {
      const headers = { ...authorised, 'content-type': `Application/JSON ;Charset=${charset}` };
      const response = await world.fetch('/api/pii-records/', { method: 'POST', headers, body: json });
      expect(response.status).toBe(201);
    },
  );

  it('does not prevent valid input afterwards', async () => {
    received.length = 0;
    const strings = [
      "Robert'); DROP TABLE individuals;--",
      '=HYPERLINK("http://x")',
      '+1+1',
      '😀 अ',
      '{"a":1,"a":2}',
    ];
    for (const name of strings) {
      const body = JSON.stringify({ ...good, fields: { name } });
      const gzipped = { ...authorised, 'content-encoding': 'gzip', origin: world.origin };
      for (const [headers, bytes] of [
        [authorised, body],
        [gzipped, new Uint8Array(gzipSync(body))],
      ] as const) {
        const response = await world.fetch('/api/pii-records', { method: 'POST', headers, body: bytes });
        expect(response.status).toBe(201);
      }
    }
    expect(received).toEqual(strings.flatMap((name) => [{ name }, { name }]));
  });
});

/** Sends raw bytes and returns the response. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('what Express does not see, or would not refuse', () => {
  it.each([
    [
      'headers above 16 KiB',
      `GET /api/companies HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['a request that is not HTTP', 'HELLO\r\n\r\n', 400],
    ['HTTP/1.1 without Host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['two Host headers', 'GET /livez HTTP/1.1\r\nHost: x\r\nHOST: y\r\nConnection: close\r\n\r\n', 400],
    ['two equal Host headers', 'GET /livez HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    [
      'two credentials',
      'GET /livez HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['an absolute target', 'GET http://x/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['an absolute target of HTTP/1.0', 'GET http://x/livez HTTP/1.0\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
  ])('%s', async (_, text, status) => {
    const answer = await raw(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(answer).toContain('strict-transport-security: max-age=31536000; includeSubDomains');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status });
  });
});
