import { globSync, readFileSync } from 'node:fs';
import { routes } from '@pii-vault/contract/routes';
import { describe, expect, it } from 'vitest';

/** Calls without a screen, and the reason. The console uses every other call of the contract. */
const forPrograms: Readonly<Record<string, string>> = {
  'GET /audit-trail/{id}/proof':
    'Tools of auditors. Verify integrity fetches the proofs of all shown entries',
  'GET /auth/.well-known/jwks.json': 'Programs that verify tokens',
  'GET /encryption-keys/rotations/{id}': 'Programs that wait for a rotation. The console polls the list',
  'GET /pii-fields/{id}': 'Programs that hold a field id. A profile shows the fields of a person',
  'POST /auth/token': 'Programs, with their API credential. API Testing makes a demo token',
  'POST /individuals': 'Programs that store fields later. Add PII stores person and fields in one call',
  'POST /pii-fields': 'Programs that add one field. Add PII stores person and fields in one call',
  'POST /pii-records/batch': 'Programs that send people in batches. The console imports files',
};

const directory = new URL('..', import.meta.url).pathname;
const isProduct = (path: string) => !/\.test\.tsx?$|(^|\/)testing\//.test(path);
const called = new Set(
  globSync('**/*.{ts,tsx}', { cwd: directory })
    .filter(isProduct)
    .flatMap((path) => [
      ...readFileSync(`${directory}${path}`, 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g),
    ])
    .map(([, key]) => key),
);
/** Documents: pages and files that the console links to. */
const documents = new Set(['GET /docs', 'GET /openapi.json']);
const keys = routes.map(({ method, path }) => `${method} ${path}`).filter((key) => !documents.has(key));

describe('calls of the contract', () => {
  it('are used by the console, unless only programs make them', () => {
    expect(keys.filter((key) => !called.has(key) && !(key in forPrograms))).toEqual([]);
  });
  it('of programs exist and are not used by the console', () => {
    expect(Object.keys(forPrograms).filter((key) => !keys.includes(key) || called.has(key))).toEqual([]);
  });
});
