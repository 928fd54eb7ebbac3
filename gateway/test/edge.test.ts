import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { permission } from '@pii-vault/platform/rpc/allow';
import { CompaniesService, Company } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { LinkAgreementsService } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { IndividualsService } from '@pii-vault/proto/vault/v1/individuals';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let seen: { cursor: string | undefined; ip: string; key: string | undefined }[] = [];

const now = new Date('2026-11-21T08:00:00.000Z');
const person = {
  id: 7,
  masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  companyId: 1,
  dataQualityScore: 90,
  completenessPercentage: 86,
  createdAt: now,
  updatedAt: now,
  piiFields: [{ fieldType: 'pan', companyId: 1 }],
  companyIds: [1],
  recordVersion: 1,
};
const bank = Company.fromPartial({ id: 1, name: 'आशा बैंक', tier: 'primary', status: 'active' });

beforeAll(async () => {
  const individuals = fakeRpc(IndividualsService, {
    listIndividuals: async (ctx, { cursor, limit, search }) => {
      if (search === 'many')
        return {
          individuals: Array.from({ length: 500 }, () => person),
          total: 500,
          externalIds: [],
          marks: [],
        };
      if (search === 'boom') throw new AppError('INTERNAL', 'INTERNAL', 'Something went wrong on our side');
      seen.push({ cursor, ip: ctx.ipAddress, key: ctx.idempotencyKey });
      const next = cursor === undefined ? `after ${limit}` : undefined;
      return { individuals: [person], nextCursor: next, total: 2, externalIds: [], marks: [] };
    },
    createIndividual: async (ctx) => {
      seen.push({ cursor: undefined, ip: ctx.ipAddress, key: ctx.idempotencyKey });
      return { individual: person };
    },
    getIndividual: async (_ctx, { individualId }) => {
      if (individualId !== 7) throw new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
      return { individual: person, fields: [] };
    },
  });
  const directory = fakeRpc(DirectoryService, { getCompanies: async () => ({ companies: [bank] }) });
  const companies = fakeRpc(CompaniesService, {
    listCompanies: async () => ({ companies: [] }),
    deleteCompany: async (_ctx, { ifRowVersion }) => {
      if (ifRowVersion !== undefined && ifRowVersion !== 9)
        throw new AppError('FAILED_PRECONDITION', 'STALE', 'Changed');
      return {};
    },
  });
  const env = {
    PIIVAULT_TRUSTED_PROXIES: '127.0.0.1',
    PIIVAULT_IP_LIMIT_PER_MINUTE: '5',
    PIIVAULT_CREDENTIAL_LIMIT_PER_MINUTE: '60',
    PIIVAULT_CORS_ORIGINS: 'https://partner.example',
  };
  const agreements = fakeRpc(LinkAgreementsService, {}, permission('company:manage'));
  world = await gatewayWorld(
    {
      vault: [individuals, fakeRpc(ImportsService, {})],
      tenancy: [directory, companies, agreements],
    },
    env,
  );
});
afterAll(() => world.stop());
beforeEach(() => {
  seen = [];
  world.identity.isDown = false;
  world.identity.ended.clear();
  world.identity.users.clear();
  for (const name of ['asha', 'ravi', 'meera', 'dev', 'limited', 'passive'])
    world.identity.users.set(name, {
      userId: 2,
      primaryCompanyId: 1,
      companies: { 1: ['pii:read', 'pii:write', 'users:manage'] },
    });
});

const as = (name: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${name}`, ...headers },
});

describe('credentials', () => {
  it('exchanges a credential once for many requests, without concurrent exchanges', async () => {
    const before = world.identity.exchanges;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.fetch('/api/companies', as('asha'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(world.identity.exchanges).toBe(before + 1);
  });

  it('refuses an ended session after its next liveness check', async () => {
    expect((await world.fetch('/api/companies', as('meera'))).status).toBe(200);
    world.identity.ended.add('meera');
    const statusOf = async (path: string) => (await world.fetch(path, as('meera'))).status;
    await expect.poll(() => statusOf('/api/individuals/7')).toBe(401);
    expect(await statusOf('/api/companies')).toBe(401);
  });

  it('answers 503 with Retry-After while identity is down and sessions cannot be checked', async () => {
    world.identity.isDown = true;
    const response = await world.fetch('/api/companies', as('dev'));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ error: 'Service Unavailable' });
  });

  it('does not count the polling of the console as use of the session', async () => {
    world.identity.activeSeen = [];
    await world.fetch('/api/environment/status', as('passive'));
    await expect.poll(() => world.identity.livenessCalls).toBeGreaterThan(0);
    expect(world.identity.activeSeen).not.toContain('passive');
  });

  it('leaves the decision to the service, which records it in the trail', async () => {
    const response = await world.fetch('/api/link-agreements', as('asha'));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ reason: 'PERMISSION_DENIED' });
  });

  it('reports the remaining requests of a credential and of its user', async () => {
    const first = await world.fetch('/api/companies', as('limited'));
    expect(first.headers.get('ratelimit-policy')).toContain('"credential";q=60;w=60, "user";q=600000;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"credential";r=59;t=\d+, "user";r=5999\d\d;t=\d+/);
  });
});

describe('login', () => {
  const login = (email: string, headers: Record<string, string> = {}) =>
    world.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, password: 'x' }),
    });

  it('binds only browsers to a cookie', async () => {
    const browser = await login('asha@example.com', { 'sec-fetch-site': 'same-origin' });
    expect(browser.headers.getSetCookie()).toEqual([
      'pv_ctx_test=c00kie; Path=/api; HttpOnly; SameSite=Strict; Max-Age=43200',
      'pv_dev_test=d3vice; Path=/api/auth/login; HttpOnly; SameSite=Strict; Max-Age=15552000',
    ]);
    expect(await browser.json()).toMatchObject({
      success: true,
      token: 'external.jwt.token',
      user: { id: 1, role: 'admin' },
    });
    expect((await login('asha@example.com')).headers.get('set-cookie')).toBeNull();
  });

  it('adds success and reasons to its problems', async () => {
    const wrong = await login('eve@example.com');
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({
      success: false,
      reasons: [],
      message: 'Invalid email or password',
    });
    const blocked = await login('blocked@example.com');
    expect(blocked.status).toBe(403);
    expect(await blocked.json()).toMatchObject({
      message: 'Access blocked due to security concerns',
      reasons: ['Automation detected'],
    });
  });
});

describe('responses', () => {
  it('pages with an opaque cursor that opens for the same list only', async () => {
    const first = await world.fetch('/api/individuals?limit=1&companyId=1', as('asha'));
    expect(first.headers.get('x-total-count')).toBe('2');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toMatch(/^\/api\/individuals\?limit=1&companyId=1&cursor=[\w-]+$/);
    expect(next).not.toContain('after');
    const second = await world.fetch(next, as('asha'));
    expect([second.status, second.headers.get('link')]).toEqual([200, null]);
    expect(seen.map(({ cursor }) => cursor)).toEqual([undefined, 'after 1']);
    const elsewhere = await world.fetch(next.replace('companyId=1', 'companyId=2'), as('asha'));
    expect(elsewhere.status).toBe(400);
    const other = await world.fetch(next.replace('individuals', 'audit-trail'), as('asha'));
    expect([400, 403]).toContain(other.status);
  });

  it('responds with the same bytes and headers for every missing id', async () => {
    const answer = async (id: number) => {
      const response = await world.fetch(
        `/api/individuals/${id}`,
        as('asha', { 'x-request-id': person.masterKey }),
      );
      const headers = [...response.headers].filter(
        ([name]) => name !== 'date' && !name.startsWith('ratelimit'),
      );
      return [response.status, headers, await response.text()];
    };
    expect(await answer(8)).toEqual(await answer(999_999_999));
    expect((await answer(8))[0]).toBe(404);
  });

  it('counts the bytes of a long response, not its characters', async () => {
    const response = await world.fetch(
      '/api/individuals?search=many',
      as('asha', { 'accept-encoding': 'identity' }),
    );
    const length = Number(response.headers.get('content-length'));
    const text = await response.text();
    expect(text.length).toBeGreaterThan(65_536);
    expect(length).toBe(Buffer.byteLength(text));
    expect(JSON.parse(text).at(-1)).toMatchObject({ crossCompanyData: { companies: [{ name: bank.name }] } });
  });

  it('compresses long lists for clients that accept it, except lists with a purpose', async () => {
    const encodingOf = async (path: string, accepted: string) => {
      const response = await world.fetch(path, as('asha', { 'accept-encoding': accepted }));
      await response.text();
      return [response.headers.get('content-encoding'), response.headers.get('vary')];
    };
    const list = '/api/individuals?search=many';
    expect(await encodingOf(list, 'gzip, deflate, br')).toEqual(['br', 'Origin, Accept-Encoding']);
    expect(await encodingOf(list, 'gzip')).toEqual(['gzip', 'Origin, Accept-Encoding']);
    expect((await encodingOf(list, 'identity'))[0]).toBeNull();
    expect((await encodingOf('/api/auth/session', 'gzip'))[0], 'no list').toBeNull();
    expect((await encodingOf('/api/openapi.json', 'gzip'))[0], 'no list').toBeNull();
    const revealing = `${list}&include=externalId&purpose=kyc`;
    expect((await encodingOf(revealing, 'gzip'))[0], 'with a purpose').toBeNull();
  });

  it.each([
    ['"7", W/"8", "9"', 200],
    ['"7", "8"', 412],
    ['9', 400],
  ])('answers If-Match: %s with %i', async (tags, status) => {
    const init = { method: 'DELETE', ...as('asha', { 'if-match': tags }) };
    expect((await world.fetch('/api/companies/1', init)).status).toBe(status);
  });

  it('discloses nothing about internal errors', async () => {
    const response = await world.fetch('/api/individuals?search=boom', as('asha'));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: 'Internal Server Error', reason: 'INTERNAL' });
  });

  it('forwards Idempotency-Key and the client address', async () => {
    const response = await world.fetch('/api/individuals', {
      method: 'POST',
      headers: {
        ...as('asha').headers,
        'content-type': 'application/json',
        'idempotency-key': 'k-1',
        'x-forwarded-for': '203.0.113.77',
      },
      body: '{}',
    });
    expect(response.status).toBe(201);
    expect(seen).toEqual([{ cursor: undefined, ip: '203.0.113.77', key: 'k-1' }]);
  });

  it('keeps a request id that is a UUID or a trace id, and replaces any other text', async () => {
    const idOf = async (sent: string) => {
      const answer = await world.fetch('/api/nothing', { headers: { 'x-request-id': sent } });
      return answer.headers.get('x-request-id');
    };
    for (const random of ['0190A3F2-7d5c-7cc1-9b1e-3f6a2b4c5d6e', '4bf92f3577b34da6a3ce929d0e0e4736'])
      expect(await idOf(random)).toBe(random);
    for (const text of ['<script>', 'asha.rao', '499118665246', 'ABCPE1234F', '9845012345'])
      expect(await idOf(text), text).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('limits an address before any RPC', async () => {
    const from = { headers: { 'x-forwarded-for': '198.51.100.9' } };
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await world.fetch('/api/auth/setup-status', from)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await world.fetch('/health', from)).status).toBe(200);
  });

  it('allows configured origins only', async () => {
    const preflight = await world.fetch('/api/companies', {
      method: 'OPTIONS',
      headers: { origin: 'https://partner.example', 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://partner.example',
    ]);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const other = await world.fetch('/api/companies', {
      headers: { origin: 'https://evil.example', ...as('asha').headers },
    });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('other paths', () => {
  it('serves the console: hashed files immutable, the page never cached, and for every path without a file', async () => {
    await mkdir(join(world.consoleDir, 'assets'), { recursive: true });
    await writeFile(join(world.consoleDir, 'index.html'), '<!doctype html><title>console</title>');
    await writeFile(join(world.consoleDir, 'assets/app-1a2b3c.js'), 'export {}');
    await writeFile(join(world.consoleDir, 'assets/big-4d5e6f.js'), 'export {}');
    await writeFile(join(world.consoleDir, 'assets/big-4d5e6f.js.br'), brotliCompressSync('export {}'));
    const asset = await world.fetch('/assets/app-1a2b3c.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([asset.headers.get('content-encoding'), await asset.text()]).toEqual(['gzip', 'export {}']);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const big = await fetch(`${world.origin}/assets/big-4d5e6f.js`, { headers });
      expect([accepted, big.headers.get('content-encoding'), await big.text()]).toEqual([
        accepted,
        encoding,
        'export {}',
      ]);
    }
    for (const path of ['/', '/individuals', '/login?next=%2Faudit', '/no/such/page']) {
      const page = await world.fetch(path);
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await page.text()).toContain('<title>console</title>');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    }
    for (const path of ['/assets/gone.js', '/../package.json', '/.env', '/favicon.png'])
      expect((await world.fetch(path)).status, path).toBe(404);
  });

  it('is healthy, ready only with identity, and has no metrics on this port', async () => {
    expect((await world.fetch('/livez')).status).toBe(200);
    expect((await world.fetch('/readyz')).status).toBe(200);
    world.identity.isDown = true;
    expect((await world.fetch('/readyz')).status).toBe(503);
    expect((await world.fetch('/livez')).status).toBe(200);
    expect((await world.fetch('/metrics')).headers.get('content-type')).not.toContain('text/plain');
    expect(await world.metrics()).toContain('route="/api/individuals/{id}"');
  });
});
