import { routes } from '@pii-vault/contract/routes';
import { describe, expect, it } from 'vitest';
import { routeTable } from './route-table.ts';

const find = routeTable(
  (
    [
      ['GET', '/users/{id}'],
      ['DELETE', '/users/{id}'],
      ['GET', '/users/roles'],
      ['POST', '/users/{id}/roles/{role}'],
    ] as const
  ).map(([method, path]) => [{ method, path }, `${method} ${path}`] as const),
);

describe('route table', () => {
  it('prefers literal paths, decodes parameters, and treats HEAD as GET', () => {
    expect(find('GET', '/users/roles')).toEqual({ value: 'GET /users/roles', params: {} });
    expect(find('HEAD', '/users/7')).toEqual({ value: 'GET /users/{id}', params: { id: '7' } });
    expect(find('POST', '/users/7/roles/a%2Fb')).toEqual({
      value: 'POST /users/{id}/roles/{role}',
      params: { id: '7', role: 'a/b' },
    });
  });

  it('returns the methods of a path with another one, and nothing for an unknown path', () => {
    expect(find('PUT', '/users/7')).toEqual({ allowed: ['GET', 'HEAD', 'DELETE'] });
    for (const method of ['PUT', 'DELETE'])
      expect(find(method, '/users/roles')).toEqual({ allowed: ['GET', 'HEAD'] });
    for (const path of ['/users/7/', '/users/', '/Users/7', '/users', '/users//roles/x', '/'])
      expect(find('GET', path)).toBeUndefined();
    expect(() => find('GET', '/users/%E0%A4%A')).toThrow(URIError);
  });

  it('finds every row of the contract by its path', () => {
    const all = routeTable(routes.map((row) => [row, row] as const));
    for (const row of routes)
      expect(all(row.method, row.path.replaceAll(/\{\w+\}/g, '1'))).toMatchObject({ value: row });
  });
});
