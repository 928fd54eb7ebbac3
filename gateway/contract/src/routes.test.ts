import { describe, expect, it } from 'vitest';
import { permissions } from './permissions.ts';
import { routes, routesByNoun } from './routes.ts';
import { KiB, type Row } from './row.ts';

const rows: readonly Row[] = routes;
const named = rows.map((row) => [row.key, row] as const);
const names = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

describe('route table', () => {
  it('has every call once', () => {
    expect(new Set(named.map(([key]) => key)).size).toBe(rows.length);
    expect(Object.keys(routesByNoun).length).toBeGreaterThan(10);
  });

  it.each(named)('%s: the example parses', (_, row) => {
    expect(row.response.safeParse(row.example.response).error).toBeUndefined();
    for (const part of ['params', 'query'] as const) {
      if (row.example[part] !== undefined) expect(row[part]).toBeDefined();
      expect(row[part]?.safeParse(row.example[part] ?? {}).error).toBeUndefined();
    }
    expect(row.example.body === undefined).toBe(row.body?.schema === undefined);
    expect(row.body?.schema?.safeParse(row.example.body).error).toBeUndefined();
  });

  it.each(named)('%s: permission, parameters and body are consistent', (_, row) => {
    expect(row.permission === undefined).toBe(row.auth !== undefined);
    if (row.permission) expect(permissions).toContain(row.permission);
    expect(Object.keys(row.params?.shape ?? {})).toEqual(names(row.path));
    if (row.method === 'GET') expect(row.body).toBeUndefined();
    if (row.paged)
      expect(Object.keys(row.query?.shape ?? {})).toEqual(expect.arrayContaining(['limit', 'cursor']));
  });

  it.each(named)('%s: an object with an ETag is changed and deleted with If-Match', (_, row) => {
    const hasTag = rows.some(
      ({ path, responseHeaders }) => path === row.path && responseHeaders?.includes('ETag'),
    );
    if (hasTag && /^(PUT|DELETE)$/.test(row.method)) expect(row.refusals).toContain(412);
  });

  it('has no call without a credential whose body takes long to parse', () => {
    const bodies = rows.filter(({ auth, body }) => auth === 'public' && body !== undefined);
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.filter(({ body }) => (body?.limitBytes ?? 0) > 64 * KiB).map(({ key }) => key)).toEqual([]);
  });

  it.each(named)('%s: a passed row says where what it created is', (_, row) => {
    const hasLocation = row.rpc !== undefined && row.responseHeaders?.includes('Location') === true;
    expect(row.location !== undefined).toBe(hasLocation);
  });

  it.each(named)('%s: unknown keys are refused', (_, row) => {
    if (row.query)
      expect(row.query.safeParse({ ...asObject(row.example.query), surprise: '1' }).success).toBe(false);
    const body = { ...asObject(row.example.body), surprise: 1 };
    if (row.body?.schema) expect(row.body.schema.safeParse(body).success).toBe(false);
  });
});

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
