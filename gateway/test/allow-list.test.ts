import { permissions } from '@pii-vault/contract/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;

beforeAll(async () => {
  world = await gatewayWorld(
    {},
    { PIIVAULT_TRUSTED_PROXIES: '127.0.0.1', PIIVAULT_PLATFORM_DOMAINS: '.host.in' },
  );
  world.identity.users.set('admin', { userId: 2, everywhere: permissions });
});
afterAll(() => world.stop());
beforeEach(() => {
  Object.assign(world.access, { allowedIps: [], allowedDomains: [], blockedIps: [], isDown: false });
});

const ask = async (headers: Record<string, string> = {}, path = '/api/auth/setup-status') =>
  (await world.fetch(path, { headers })).status;
const from = (address: string) => ({ 'x-forwarded-for': address });
/** A change through this gateway applies to the next request. */
const change = () =>
  world.fetch('/api/admin/access-control/ip', {
    method: 'POST',
    headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
    body: '{"ip":"198.51.100.0/24"}',
  });

describe('the allow-list at the edge', () => {
  it('allows all addresses while it is empty', async () => {
    await change();
    expect(await ask(from('192.0.2.1'))).toBe(200);
    expect(await ask({ origin: 'https://anywhere.in' })).toBe(200);
  });

  it('requires an allowed address, except on this machine and for /health', async () => {
    world.access.allowedIps = ['198.51.100.0/24'];
    expect((await change()).status).toBe(200);
    expect(await ask(from('198.51.100.9'))).toBe(200);
    expect(await ask()).toBe(200);
    const refused = await world.fetch('/api/auth/setup-status', { headers: from('192.0.2.1') });
    expect(await refused.json()).toMatchObject({ status: 403, reason: 'ADDRESS_REFUSED' });
    // A local proxy without a usable client address: the request is not from this machine itself.
    expect(await ask({ 'x-forwarded-for': 'unknown' })).toBe(403);
    expect(await ask(from('192.0.2.1'), '/')).toBe(403);
    expect(await ask(from('192.0.2.1'), '/health')).toBe(200);
  });

  it('requires an allowed host of pages, except own and platform hosts', async () => {
    world.access.allowedDomains = ['.partner.in'];
    await change();
    for (const host of ['a.partner.in', 'localhost', 'x.host.in'])
      expect(await ask({ origin: `https://${host}` }), host).toBe(200);
    for (const host of ['partner.in', 'evil.in'])
      expect(await ask({ origin: `https://${host}` }), host).toBe(403);
    expect(await ask()).toBe(200);
  });

  it('refuses blocked addresses, except logins, which identity refuses and records', async () => {
    world.access.blockedIps = ['192.0.2.0/24', '2001:db8::/64'];
    await change();
    for (const address of ['192.0.2.1', '2001:db8::7']) expect(await ask(from(address)), address).toBe(403);
    const refused = await world.fetch('/api/auth/setup-status', { headers: from('192.0.2.1') });
    expect(await refused.json()).toMatchObject({ status: 403, reason: 'ADDRESS_BLOCKED' });
    expect(await ask(from('192.0.2.1'), '/')).toBe(403);
    expect(await ask(from('192.0.2.1'), '/health')).toBe(200);
    for (const address of ['192.0.3.1', '2001:db8:0:1::7'])
      expect(await ask(from(address)), address).toBe(200);
    const login = await world.fetch('/api/auth/login', {
      method: 'POST',
      headers: { ...from('192.0.2.1'), 'content-type': 'application/json' },
      body: '{"email":"nobody@example.com","password":"x"}',
    });
    expect(login.status).toBe(401);
    world.access.blockedIps = [];
    await vi.waitFor(async () => expect(await ask(from('192.0.2.1'))).toBe(200), {
      timeout: 60_000,
      interval: 50,
    });
  });

  it('applies changes made elsewhere within two seconds, and refuses all requests without tenancy', async () => {
    await change();
    world.access.allowedIps = ['203.0.113.7'];
    await vi.waitFor(async () => expect(await ask(from('192.0.2.1'))).toBe(403), {
      timeout: 60_000,
      interval: 50,
    });
    world.access.isDown = true;
    await vi.waitFor(async () => expect(await ask(from('203.0.113.7'))).toBe(503), {
      timeout: 60_000,
      interval: 50,
    });
    world.access.isDown = false;
    await vi.waitFor(async () => expect(await ask(from('203.0.113.7'))).toBe(200), {
      timeout: 60_000,
      interval: 50,
    });
  });
});
