import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routes } from '@pii-vault/contract/routes';
import { addressRanges } from '@pii-vault/platform/core/net/address-ranges';
import express, { type Router } from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { routerOf } from './api-router.ts';
import { edgeRequests } from './edge-request.ts';

const servers: Server[] = [];
afterAll(() => servers.map((server) => server.close()));

/** Serves the router and returns a function that requests a path from it. */
async function serve(router: Router) {
  const app = express().use(edgeRequests(addressRanges([])), router);
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return (method: string, path: string) => fetch(`http://127.0.0.1:${port}${path}`, { method });
}

/** A router of rows that respond with their own name and parameters. */
const routerFor = (rows: Parameters<typeof routerOf>[0][number][0][]) =>
  routerOf(
    rows.map(
      (row) => [row, [(req, res) => void res.json([`${row.method} ${row.path}`, req.params])]] as const,
    ),
  );

const users = await serve(
  routerFor([
    { method: 'GET', path: '/users/{id}' },
    { method: 'DELETE', path: '/users/{id}' },
    { method: 'GET', path: '/users/roles' },
    { method: 'POST', path: '/users/{id}/roles/{role}' },
  ]),
);

describe('API router', () => {
  it('prefers literal paths, decodes parameters, and treats HEAD as GET', async () => {
    const found = async (method: string, path: string) => (await users(method, path)).json();
    expect(await found('GET', '/users/roles')).toEqual(['GET /users/roles', {}]);
    expect(await found('GET', '/users/7')).toEqual(['GET /users/{id}', { id: '7' }]);
    expect((await users('HEAD', '/users/7')).status).toBe(200);
    expect(await found('GET', '/users/roles/')).toEqual(['GET /users/roles', {}]);
    expect(await found('DELETE', '/users/7/')).toEqual(['DELETE /users/{id}', { id: '7' }]);
    expect(await found('POST', '/users/7/roles/a%2Fb')).toEqual([
      'POST /users/{id}/roles/{role}',
      { id: '7', role: 'a/b' },
    ]);
  });

  it('returns the methods of a path with another one, and 404 for an unknown path', async () => {
    const allowed = async (method: string, path: string) => {
      const response = await users(method, path);
      return [response.status, response.headers.get('allow')];
    };
    expect(await allowed('PUT', '/users/7')).toEqual([405, 'GET, HEAD, DELETE']);
    for (const method of ['PUT', 'DELETE', 'OPTIONS'])
      expect(await allowed(method, '/users/roles')).toEqual([405, 'GET, HEAD']);
    for (const path of ['/users/7//', '/users/', '/Users/7', '/users', '/users//roles/x', '/'])
      expect((await users('GET', path)).status, path).toBe(404);
  });

  it('finds every row of the contract by its path', async () => {
    const all = await serve(routerFor([...routes]));
    for (const row of routes) {
      const response = await all(row.method, row.path.replaceAll(/\{\w+\}/g, '1'));
      expect((await response.json())[0]).toBe(`${row.method} ${row.path}`);
    }
  });
});
