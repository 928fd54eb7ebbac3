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
  components: { schemas: Record<string, unknown> };
} = JSON.parse(text);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('OpenAPI document', () => {
  it('is OpenAPI 3.1 and holds every call once', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes.map((row) => `${row.method} ${row.path}`).sort(),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  it('refers to nothing that is not there, and defines nothing in vain', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(50);
    const names = references.map((reference) => reference.replace('#/components/schemas/', ''));
    expect([...new Set(names)].sort()).toEqual(Object.keys(document.components.schemas).sort());
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

  it('says what is left out stands for', () => {
    const defaults = operations.flatMap(({ path, operation }) =>
      operation.parameters.flatMap(({ name, schema }) =>
        ['limit', 'nodes', 'hours', 'days'].includes(name) ? [[path, name, schema.default]] : [],
      ),
    );
    expect(defaults.filter(([, name]) => name === 'limit').length).toBeGreaterThan(15);
    expect(defaults.filter(([, name, value]) => name === 'limit' && value !== 50)).toEqual([]);
    expect(defaults).toContainEqual(['/data-lineage', 'nodes', 500]);
    expect(defaults).toContainEqual(['/security/threats', 'hours', 24]);
    expect(defaults).toContainEqual(['/analytics', 'days', 30]);
  });

  it('tells the types of a file, and of what is JSON the schema', () => {
    const file = document.paths['/companies/export']?.get?.responses['200'];
    expect(file).toMatchObject({
      headers: { 'Content-Disposition': {} },
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Company' } } },
      },
    });
  });

  it('says of numbers in a query that they are numbers', () => {
    const list = document.paths['/individuals']?.get?.parameters.find(({ name }) => name === 'limit');
    expect(list).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', maximum: 200 } });
  });
});
