import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
beforeAll(async () => {
  world = await gatewayWorld(
    {},
    { PIIVAULT_ORIGIN: 'https://vault.example.com', PIIVAULT_ALLOWED_HOSTS: '.svc.cluster.local' },
  );
});
afterAll(() => world?.stop());

interface Answer {
  readonly status: number;
  readonly reason?: string;
}

/** fetch() always sets its own Host. */
function send(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: world.port, path, method, headers });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      const isProblem = response.headers['content-type'] === 'application/problem+json';
      resolve({
        status: response.statusCode ?? 0,
        ...(isProblem ? { reason: JSON.parse(text).reason } : {}),
      });
    });
    sent.end(method === 'POST' ? '{"email":"a@example.com","password":"guess"}' : undefined);
  });
}

const EVIL = 'evil.example:8080';

describe('a page that uses DNS rebinding', () => {
  it('cannot send a login, although its Origin and Host match', async () => {
    const headers = { Host: EVIL, Origin: `http://${EVIL}`, 'Content-Type': 'application/json' };
    expect(await send('/api/auth/login', headers, 'POST')).toEqual({ status: 421, reason: 'HOST_REFUSED' });
  });

  it.each(['/', '/api/openapi.json', '/api/auth/me', '/health', '/livez', '/readyz', '/nothing'])(
    'reads nothing from %s',
    async (path) => expect(await send(path, { Host: EVIL })).toEqual({ status: 421, reason: 'HOST_REFUSED' }),
  );

  it.each([
    'vault.example.com.evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'xvault.example.com',
  ])('is refused as %s', async (host) => expect((await send('/health', { Host: host })).status).toBe(421));
});

describe('allowed hosts', () => {
  it.each([
    ['a health check by IPv4 address', { Host: '10.0.3.7:8080' }],
    ['a health check by IPv6 address', { Host: '[fd00::7]:8080' }],
    ['a user by the public name', { Host: 'vault.example.com' }],
    ['a user of this machine', { Host: 'localhost:8080' }],
    ['a process by a configured name', { Host: 'gateway.prod.svc.cluster.local:8080' }],
    ['a proxy that names its upstream', { Host: 'gateway:8080' }],
  ])('%s is allowed', async (_, headers) => {
    expect((await send('/health', headers)).status).toBe(200);
  });
});

it('allows a health check by HTTP/1.0, which has no Host', async () => {
  const socket = connect(world.port, '127.0.0.1');
  socket.end('GET /health HTTP/1.0\r\n\r\n');
  expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 200 /);
});

describe('a proxy missing in PIIVAULT_TRUSTED_PROXIES', () => {
  it('is counted', async () => {
    await send('/health', { Host: 'localhost' });
    expect(await world.metrics()).not.toMatch(/^piivault_http_untrusted_forwarding_total [1-9]/m);
    await send('/health', { Host: 'localhost', 'X-Forwarded-For': '198.51.100.1' });
    await send('/health', { Host: 'localhost', Forwarded: 'for=198.51.100.1' });
    expect(await world.metrics()).toMatch(/^piivault_http_untrusted_forwarding_total 2$/m);
  });
});
