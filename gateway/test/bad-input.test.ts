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

interface Case {
  readonly what: string;
  readonly status: number;
  readonly reason: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly method?: string;
}

const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
const cases: Case[] = [
  { what: 'not JSON', status: 400, reason: 'MALFORMED_JSON', body: `{"fields": ${secret}x` },
  { what: 'an empty body', status: 400, reason: 'MALFORMED_JSON', body: '' },
  {
    what: 'a duplicate key',
    status: 400,
    reason: 'MALFORMED_JSON',
    body: json.replace('{', '{"companyId":1,'),
  },
  { what: '__proto__', status: 400, reason: 'MALFORMED_JSON', body: json.replace('{', '{"__proto__":{},') },
  {
    what: 'too much depth',
    status: 400,
    reason: 'MALFORMED_JSON',
    body: `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`,
  },
  { what: 'a NUL', status: 400, reason: 'MALFORMED_JSON', body: json.replace('Asha', 'As\\u0000ha') },
  { what: 'a lone surrogate', status: 400, reason: 'MALFORMED_JSON', body: json.replace('Asha', '\\ud800') },
  {
    what: 'bytes that are not UTF-8',
    status: 400,
    reason: 'MALFORMED_JSON',
    body: new Uint8Array([0x22, 0xff]),
  },
  {
    what: 'an unknown key',
    status: 400,
    reason: 'INVALID_REQUEST',
    body: json.replace('{', `{"x${secret}":1,`),
  },
  {
    what: 'an unknown field type',
    status: 400,
    reason: 'INVALID_REQUEST',
    body: json.replace('"name"', `"${secret}"`),
  },
  { what: 'an array', status: 400, reason: 'INVALID_REQUEST', body: '[]' },
  { what: 'a huge id', status: 400, reason: 'INVALID_REQUEST', body: json.replace(':1,', ':1e300,') },
  {
    what: 'an invalid purpose',
    status: 400,
    reason: 'INVALID_REQUEST',
    body: json.replace('kyc', secret.padEnd(60, '!')),
  },
  {
    what: 'a 2 MB field',
    status: 413,
    reason: 'PAYLOAD_TOO_LARGE',
    body: json.replace('Asha', 'x'.repeat(2_000_000)),
  },
  {
    what: 'a gzip bomb',
    status: 413,
    reason: 'PAYLOAD_TOO_LARGE',
    body: bomb,
    headers: { 'content-encoding': 'gzip' },
  },
  {
    what: 'broken gzip',
    status: 400,
    reason: 'MALFORMED_BODY',
    body: json,
    headers: { 'content-encoding': 'gzip' },
  },
  {
    what: 'brotli',
    status: 415,
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    body: json,
    headers: { 'content-encoding': 'br' },
  },
  {
    what: 'text',
    status: 415,
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    body: json,
    headers: { 'content-type': 'text/plain' },
  },
  {
    what: 'a form',
    status: 415,
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  {
    what: 'another charset',
    status: 415,
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    body: json,
    headers: { 'content-type': 'application/json; charset=latin1' },
  },
  {
    what: 'two charsets',
    status: 415,
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    body: json,
    headers: { 'content-type': 'application/json; charset=utf-8; charset=utf-16' },
  },
  {
    what: 'a foreign origin',
    status: 403,
    reason: 'ORIGIN_REFUSED',
    body: json,
    headers: { origin: 'https://evil.example' },
  },
  {
    what: 'a cross-site request',
    status: 403,
    reason: 'ORIGIN_REFUSED',
    body: json,
    headers: { 'sec-fetch-site': 'cross-site' },
  },
  {
    what: 'nothing acceptable',
    status: 406,
    reason: 'NOT_ACCEPTABLE',
    body: json,
    headers: { accept: 'image/png' },
  },
  {
    what: 'no credential',
    status: 401,
    reason: 'UNAUTHENTICATED',
    body: json,
    headers: { authorization: '' },
  },
  {
    what: 'another scheme',
    status: 401,
    reason: 'UNAUTHENTICATED',
    body: json,
    headers: { authorization: 'Basic YTpi' },
  },
  {
    what: 'an unknown credential',
    status: 401,
    reason: 'UNAUTHENTICATED',
    body: json,
    headers: { authorization: 'Bearer eve' },
  },
  {
    what: 'a bad idempotency key',
    status: 400,
    reason: 'INVALID_REQUEST',
    body: json,
    headers: { 'idempotency-key': 'a b' },
  },
  {
    what: 'an unknown query key',
    status: 400,
    reason: 'INVALID_REQUEST',
    body: json,
    path: '/api/pii-records?x=1',
  },
  {
    what: 'a NUL in the query',
    status: 400,
    reason: 'INVALID_REQUEST',
    method: 'GET',
    path: '/api/audit-trail?search=%00',
  },
  {
    what: 'a query that is not UTF-8',
    status: 400,
    reason: 'INVALID_REQUEST',
    method: 'GET',
    path: '/api/individuals?search=%ED%A0%80',
  },
  {
    what: 'a query with a broken escape',
    status: 400,
    reason: 'INVALID_REQUEST',
    method: 'GET',
    path: '/api/individuals?search=%4',
  },
  {
    what: 'a repeated query key',
    status: 400,
    reason: 'INVALID_REQUEST',
    method: 'GET',
    path: '/api/audit-trail?limit=1&limit=2',
  },
  {
    what: 'a limit of 1e9',
    status: 400,
    reason: 'INVALID_REQUEST',
    method: 'GET',
    path: '/api/individuals?limit=1000000000',
  },
  {
    what: 'a forged cursor',
    status: 400,
    reason: 'INVALID_CURSOR',
    method: 'GET',
    path: `/api/individuals?cursor=${'A'.repeat(40)}`,
  },
  {
    what: 'an invalid id',
    status: 400,
    reason: 'INVALID_REQUEST',
    method: 'GET',
    path: "/api/individuals/1'%20OR%201=1",
  },
  {
    what: 'a path that cannot be decoded',
    status: 400,
    reason: 'MALFORMED_PATH',
    method: 'GET',
    path: '/api/individuals/%E0%A4%A',
  },
  { what: 'an unknown path', status: 404, reason: 'NOT_FOUND', method: 'GET', path: '/api/nothing' },
  {
    what: 'another spelling of a path',
    status: 404,
    reason: 'NOT_FOUND',
    method: 'GET',
    path: '/api/Companies',
  },
  {
    what: 'another method',
    status: 405,
    reason: 'METHOD_NOT_ALLOWED',
    method: 'DELETE',
    path: '/api/companies',
  },
  {
    what: 'a body where none is accepted',
    status: 400,
    reason: 'INVALID_REQUEST',
    body: '{"a":1}',
    path: '/api/auth/logout',
  },
];

describe('bad input', () => {
  it.each(cases)(
    '$what is $status $reason',
    async ({ status, reason, body, headers = {}, path, method = 'POST' }) => {
      const response = await world.fetch(path ?? '/api/pii-records', {
        method,
        headers: { ...authorised, ...headers },
        ...(body === undefined ? {} : { body }),
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
