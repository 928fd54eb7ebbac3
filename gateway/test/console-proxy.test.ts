import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let web: Server;
let world: GatewayWorld;
const seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  web = createServer((req, res) => {
    seen.push({ method: req.method, url: req.url, headers: req.headers });
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Content-Security-Policy', "default-src *; script-src 'unsafe-inline'");
    res.setHeader('Set-Cookie', 'pv_ctx_test=planted');
    res.setHeader('Content-Type', 'text/html');
    res.end('<title>console elsewhere</title>');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const address = web.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  world = await gatewayWorld({}, { PIIVAULT_CONSOLE_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await world?.stop();
  web?.close();
});

describe('a console on another server', () => {
  it('is served without forwarding credentials', async () => {
    const headers = { authorization: 'Bearer secret', cookie: 'pv_ctx_test=secret' };
    const answer = await world.fetch('/individuals?company=1', { headers });
    expect([answer.status, await answer.text()]).toEqual([200, '<title>console elsewhere</title>']);
    expect(seen.at(-1)).toMatchObject({ method: 'GET', url: '/individuals?company=1' });
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('cannot replace security headers or set cookies', async () => {
    const { headers } = await world.fetch('/');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('gets no API requests and no requests with side effects', async () => {
    const asked = seen.length;
    expect((await world.fetch('/api/nowhere')).status).toBe(404);
    expect((await world.fetch('/livez')).status).toBe(200);
    expect((await world.fetch('/individuals', { method: 'POST' })).status).toBe(404);
    expect(seen).toHaveLength(asked);
  });

  it('is reported as unreachable while the API responds', async () => {
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
    const answer = await world.fetch('/');
    expect([answer.status, (await answer.json()).reason]).toEqual([503, 'CONSOLE_UNAVAILABLE']);
    expect((await world.fetch('/api/openapi.json')).status).toBe(200);
  });
});
