import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: { readonly default?: unknown };
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
const text = JSON.stringify(openApiDocument('/api'));
const document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
} = JSON.parse(text);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('OpenAPI document', () => {
  it('is OpenAPI 3.1 and contains every call once', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes.map(({ key }) => key).sort(),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  it('has no dangling references and no unused components', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(50);
    const defined = Object.entries(document.components).flatMap(([kind, named]) =>
      kind === 'securitySchemes' ? [] : Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(references)].sort()).toEqual(defined.sort());
    expect(text).not.toContain('$defs');
  });

  it('declares every parameter of a path, required', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      );
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(Object.keys(operation.responses)).toContain('default');
    }
  });

  it('documents request and response headers', () => {
    const taking = (header: string) =>
      operations.filter(({ operation }) => operation.parameters.some(({ name }) => name === header));
    const operation = (path: string, method: string) => document.paths[path]?.[method];
    expect(taking('If-Match').length).toBeGreaterThan(10);
    expect(operation('/users/{id}', 'put')).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'If-Match', in: 'header' })]),
      responses: {
        200: { headers: { ETag: {}, 'X-Request-Id': {}, RateLimit: {} } },
        412: { $ref: '#/components/responses/Problem-412' },
        default: { $ref: '#/components/responses/Problem-default' },
      },
    });
    for (const problem of Object.values(document.components.responses ?? {}))
      expect(problem).toMatchObject({ headers: { 'X-Request-Id': {}, RateLimit: {} } });
    expect(document.components.responses?.['Problem-default']).toMatchObject({
      headers: { 'Retry-After': {} },
    });
    expect(operation('/imports', 'post')?.responses['202']).toMatchObject({ headers: { Location: {} } });
    expect(operation('/audit-trail/verify', 'post')?.responses).toMatchObject({
      200: { headers: expect.not.objectContaining({ Location: expect.anything() }) },
      202: { headers: { Location: {} } },
    });
    const open = operation('/auth/setup-status', 'get')?.responses['200'];
    expect(open).toMatchObject({ headers: expect.not.objectContaining({ RateLimit: expect.anything() }) });
  });
});
