import { problemStatuses } from '@pii-vault/contract/problem-statuses';
import { routes } from '@pii-vault/contract/routes';
import { type Row, responseTypes } from '@pii-vault/contract/row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiAnswer, type ApiCaller, type ApiRequest, apiCaller, byId } from './api-caller.ts';
import { PASSWORD, ROOT } from './first-admin.ts';
import { requestsOf } from './replay-requests.ts';
import { type ThreeCompanies, threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const IMPORT_MAX = 1024 * 1024;
const ABSENT = 987_654_321;
/** Checked response headers, sorted. */
const CHECKED_HEADERS = ['ETag', 'Location'] as const;

let vault: WholeVault;
let world: ThreeCompanies;
/** The answer to the setup, which the vault gives once. */
let setUp: ApiAnswer;
/** Signed in with a role that has no permissions. */
let withoutPermissions: ApiCaller;
/** Has all permissions, but its proof of the password is too old for operations that need a fresh one. */
let withStaleProof: ApiCaller;
beforeAll(async () => {
  vault = await startWholeVault(allModules, { PIIVAULT_IMPORT_MAX: String(IMPORT_MAX) });
  setUp = await apiCaller(vault.origin)(setUpRequest);
  world = await threeCompanies(vault);
  const user = { email: 'none@example.org', role: 'analytics', companyId: world.own.companyId } as const;
  ({ call: withoutPermissions } = await world.newUser(user));
  await vault.sql(`DELETE FROM identity.role_permissions WHERE role = 'analytics'`);
  const root = await world.newUser({ email: 'unproven@example.org', role: 'super_admin' });
  withStaleProof = root.call;
  const stale = `UPDATE identity.user_sessions SET proven_at = now() - interval '1 hour' WHERE user_id = $1`;
  await vault.sql(stale, [root.userId]);
});
afterAll(() => vault?.stop());

const all = routes as readonly Row[];
const keyOf = ({ method, path }: Row) => `${method} ${path}` as ApiRequest['key'];
const rowOf = ({ key }: ApiRequest): Row => {
  const row = all.find((one) => keyOf(one) === key);
  if (row === undefined) throw new Error(`The contract has no ${key}`);
  return row;
};

/** Requests with one invalid part, with their sender; all are refused without effect. */
function invalidRequests(
  request: ApiRequest,
  row: Row,
): readonly (readonly [number, ApiCaller, ApiRequest])[] {
  const root = row.auth === 'public' ? apiCaller(vault.origin) : world.asRoot;
  const isStreamed = row.body !== undefined && row.body.schema === undefined;
  const limit = isStreamed ? IMPORT_MAX : (row.body?.limitBytes ?? 0);
  const { body: _, csv: __, ...bare } = request;
  const typed = (type: string, text: string): ApiRequest => ({
    ...bare,
    csv: text,
    headers: { 'content-type': type },
  });
  const type = typeof row.body?.mediaType === 'string' ? row.body.mediaType : 'text/csv';
  return [
    [400, root, { ...request, query: { ...request.query, nothingOfTheKind: 1 } }],
    [401, apiCaller(vault.origin, 'no.such.token'), request],
    [403, row.permission === undefined ? withStaleProof : withoutPermissions, request],
    [404, world.asRoot, { ...request, params: { ...request.params, id: ABSENT } }],
    [406, root, { ...request, headers: { accept: 'image/png' } }],
    [413, root, typed(type, 'x'.repeat(limit + 1))],
    [415, root, typed('text/x-unknown', 'x')],
  ];
}

/** Replacement values that keep a body valid, to make a different request with the same Idempotency-Key. */
const others: Readonly<Record<string, unknown>> = {
  name: 'Another',
  lastName: 'Another',
  subject: 'another',
  title: 'another',
  description: 'another',
  reason: 'another',
  plainValue: '1991-05-13',
  role: 'pii_view',
  keyType: 'backup',
  dataQualityScore: 5,
  ipAddress: '203.0.113.9',
  url: 'https://another.example.com/hook',
  purpose: 'another',
  format: 'csv',
  startOver: true,
};
function changed(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) throw new Error('The request has no JSON body to change');
  const key = Object.keys(others).find((name) => name in body) ?? 'dataQualityScore';
  if ('fields' in body) return { ...body, fields: { name: others.name } };
  if ('individualIds' in body && 'consentDetails' in body) return { ...body, fieldTypes: ['name'] };
  if ('records' in body) return { ...body, records: [{ fields: { name: others.name } }] };
  return { ...body, [key]: others[key] };
}

/** The imports of A are finished, so they cannot be cancelled or retried. */
const isPastImport = ({ method, path }: Row) =>
  ['DELETE /imports/{id}', 'POST /imports/{id}/retry'].includes(`${method} ${path}`);

/** The company of A is active, so there is no suspension to end. */
const isOfSuspended = ({ path }: Row) => path === '/companies/{id}/reactivation-requests';

/** The administrator of A has no second factor to use, change or remove (second-factor.test.ts). */
const isOfNoFactor = ({ path }: Row) => path.includes('factor');

/** Nothing is parked (parked-events.int.test.ts of the platform). */
const isOfNoEvent = ({ path }: Row) => path === '/parked-events/discard';
const NO_EVENT = '019abc3e-7a44-7d2c-9f3c-8d0f5a1b2c3d';

/** Deviations of a successful response from the contract. */
function faultsOf(row: Row, { status, text, headers }: ApiAnswer): string[] {
  if ((isPastImport(row) || isOfSuspended(row)) && status === 409) return [];
  if (isOfNoEvent(row) && status === 404) return [];
  if (isOfNoFactor(row) && [400, 404, 409].includes(status)) return [];
  const expected = row.path === '/audit-trail/verify' ? [200, 202] : [row.status ?? 200];
  const type = new Map(headers).get('content-type') ?? '';
  if (!expected.includes(status)) return [`${status} ${text.slice(0, 200)}`];
  if (!responseTypes(row).some((one) => type.startsWith(one))) return [`its content type is ${type}`];
  const sent = CHECKED_HEADERS.filter((name) => headers.some(([header]) => header === name.toLowerCase()));
  const expectedHeaders =
    status === 202 && row.mayBePending === true ? ['Location'] : (row.responseHeaders ?? []);
  if (sent.join() !== [...expectedHeaders].sort().join())
    return [`it has the headers ${sent}, not ${expectedHeaders}`];
  if (!type.startsWith('application/json')) return [];
  const read = row.response.safeParse(JSON.parse(text));
  if (!read.success) return [read.error.message];
  expect(JSON.parse(text), `${keyOf(row)} has no members that the contract lacks`).toEqual(read.data);
  return [];
}

describe('every operation of openapi.json', () => {
  it('has examples of request and response', async () => {
    const document: Paths = JSON.parse(await (await fetch(`${vault.origin}/api/openapi.json`)).text());
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(all.length);
    const bare = operations.filter(({ requestBody, responses }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      const json = success?.content['application/json'];
      const asked = requestBody?.content['application/json'];
      return (json && !('example' in json)) || (asked && !('example' in asked));
    });
    expect(bare.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('behaves as documented: refuses invalid parts, succeeds, and refuses a reused Idempotency-Key', async () => {
    const found: string[] = [];
    for (const request of requestsOf(world.own)) {
      const row = rowOf(request);
      const documented: readonly number[] = problemStatuses(row);
      for (const [status, call, sent] of invalidRequests(request, row)) {
        if (!documented.includes(status)) continue;
        const answer = await call(sent);
        if (answer.status !== status) found.push(`${request.key}: ${answer.status} instead of ${status}`);
      }
      const idempotencyKey = request.key.replaceAll(/\W/g, '_');
      const named = row.idempotent === true ? { ...request, idempotencyKey } : request;
      found.push(...faultsOf(row, await world.asA(named)).map((fault) => `${request.key}: ${fault}`));
      if (!documented.includes(422)) continue;
      const again = await world.asA({ ...named, body: changed(request.body) });
      if (again.status !== 422) found.push(`${request.key}: ${again.status} instead of 422 ${again.text}`);
    }
    expect(found).toEqual([]);
  });

  it('of anybody, and of the first administrator only, succeeds as documented', async () => {
    const found = faultsOf(rowOf(setUpRequest), setUp);
    const answered = async (call: ApiCaller, request: ApiRequest) => {
      const answer = await call(request);
      found.push(...faultsOf(rowOf(request), answer).map((fault) => `${request.key}: ${fault}`));
      return answer;
    };
    await world.asRoot({ key: 'POST /auth/confirm', body: { password: PASSWORD } });
    const [byAnybody, byRoot] = [anybodysRequests(), await rootsRequests(world)];
    for (const request of byAnybody) await answered(apiCaller(vault.origin), request);
    for (const request of byRoot) await answered(world.asRoot, request);
    const link = () => vault.sent.flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? []).at(-1);
    await expect.poll(link).toBeDefined();
    const reset: ApiRequest = {
      key: 'POST /auth/reset-password',
      body: { token: link(), password: PASSWORD },
    };
    await answered(apiCaller(vault.origin), reset);
    expect(found).toEqual([]);
    const tried = [setUpRequest, reset, ...byAnybody, ...byRoot, ...requestsOf(world.own)];
    expect(new Set(tried.map(({ key }) => key))).toEqual(new Set(all.map(keyOf)));
  });
});

const setUpRequest: ApiRequest = {
  key: 'POST /auth/setup-admin',
  body: { firstName: 'Root', lastName: 'Admin', email: ROOT, password: PASSWORD },
};

function anybodysRequests(): ApiRequest[] {
  return [
    { key: 'POST /auth/login', body: { email: ROOT, password: PASSWORD } },
    { key: 'GET /auth/setup-status' },
    { key: 'GET /auth/.well-known/jwks.json' },
    { key: 'GET /auth/validate-reset-token/{token}', params: { token: 'q0J8m1ZcP2a7' } },
    { key: 'GET /openapi.json' },
    { key: 'GET /docs', headers: { accept: 'text/html' } },
    { key: 'POST /auth/forgot-password', body: { email: ROOT } },
  ];
}

async function rootsRequests({ own, asRoot }: ThreeCompanies): Promise<ApiRequest[]> {
  const made = await asRoot({ key: 'POST /companies', body: { name: 'Uma Foods', code: 'UMA' } });
  const company = byId(Number(made.json().id));
  const suspended = byId(own.otherCompanyId);
  await asRoot({ key: 'POST /companies/{id}/status', ...suspended, body: { status: 'suspended' } });
  const request = { key: 'POST /companies/{id}/reactivation-requests', ...suspended } as const;
  await asRoot({ ...request, body: { reason: 'Suspended by mistake' } });
  const [ip, domain] = [{ ip: '127.0.0.1' }, { domain: '.partner.example' }];
  const blocked = { ipAddress: '198.51.100.7' };
  return [
    { key: 'POST /companies', body: { name: 'Tara Labs', code: 'TARA' } },
    { key: 'DELETE /companies/{id}', ...company },
    { key: 'POST /companies/{id}/reactivation-requests/refuse', ...suspended },
    { key: 'GET /parked-events' },
    { key: 'POST /parked-events/replay', body: { service: 'lineage' } },
    {
      key: 'POST /parked-events/discard',
      body: { service: 'lineage', consumer: 'match', eventId: NO_EVENT, reason: 'other' },
    },
    { key: 'GET /admin/access-control' },
    { key: 'POST /admin/access-control/ip', body: ip },
    { key: 'DELETE /admin/access-control/ip', body: ip },
    { key: 'POST /admin/access-control/domain', body: domain },
    { key: 'DELETE /admin/access-control/domain', body: domain },
    { key: 'POST /security/blocked-ips', body: { ...blocked, reason: 'Password spraying' } },
    { key: 'DELETE /security/blocked-ips', body: blocked },
  ];
}

interface Paths {
  readonly paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Record<string, object> };
  readonly responses: Record<string, { readonly content: Record<string, object> }>;
}
