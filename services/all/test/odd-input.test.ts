import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const strings = [
  '',
  ' ',
  "'; DROP TABLE individuals;--",
  '=HYPERLINK("http://x")',
  '%',
  '_\\',
  '\u202e\ufeff\u0301',
  '😀'.repeat(40),
  'x'.repeat(5_000),
  '99999999999999999999',
  '1e309',
  '2026-02-30T25:61:00Z',
  '0001-01-01T00:00:00Z',
  '{}',
  'constructor',
];
const values: unknown[] = [
  ...strings,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  true,
  null,
  [],
  {},
  ['x'],
  { toString: 1 },
];

let vault: WholeVault;
let call: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  call = await firstAdmin(vault.origin);
  for (const code of ['SARAL', 'AROGYA']) await call({ key: 'POST /companies', body: { name: code, code } });
  const body = { companyId: 1, consentDetails: { purpose: 'kyc' }, fields: { name: 'Asha Rao' } };
  await call({ key: 'POST /pii-records', body });
});
afterAll(() => vault?.stop());

/** Each leaf gets one third of the odd values; neighbouring leaves get the others. */
const TURNS = 3;
let turn = 0;

/** The value with one leaf replaced, for every leaf and its share of the odd values. */
function* mutations(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    turn += 1;
    yield* values.filter((_, at) => (at + turn) % TURNS === 0);
    return;
  }
  for (const [key, inner] of Object.entries(value))
    for (const changed of mutations(inner))
      yield Array.isArray(value) ? [changed, ...value.slice(1)] : { ...value, [key]: changed };
}

/** Left out for speed: they would end the session, or log in once per value. */
const left = new Set(['/auth/logout', '/auth/login', '/auth/setup-admin']);
const rows = (routes as readonly Row[]).filter((row) => !left.has(row.path) && row.produces === undefined);

it.each(rows.map((row) => [row.key, row] as const))(
  '%s never fails for odd input',
  async (_, row) => {
    const { params, query, body } = row.example;
    const key = `${row.method} ${row.path}` as Parameters<ApiCaller>[0]['key'];
    const parts = { params: record(params), query: record(query), body };
    // Tests every query parameter, including those that the example omits.
    const wholeQuery = Object.fromEntries(
      Object.keys(row.query?.shape ?? {}).map((name) => [name, parts.query?.[name]]),
    );
    const requests = [
      ...Object.keys(parts.params ?? {}).flatMap((name) =>
        strings.map((text) => ({ ...parts, params: { ...parts.params, [name]: text } })),
      ),
      ...Object.keys(wholeQuery).flatMap((name) =>
        strings.map((text) => ({ ...parts, query: { ...parts.query, [name]: text } })),
      ),
      ...(body === undefined ? [] : [...mutations(body)].map((changed) => ({ ...parts, body: changed }))),
    ];
    const isStreamed = row.streaming === true;
    for (const request of requests) {
      const answer = await call({ key, ...request, ...(isStreamed ? { csv: 'name\nAsha\n' } : {}) });
      expect(answer.status, `${JSON.stringify(request).slice(0, 300)} → ${answer.text}`).toBeLessThan(500);
    }
  },
  60_000,
);

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
}
