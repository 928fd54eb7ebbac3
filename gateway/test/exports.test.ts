import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { ExportsService, type RecordExportRequest } from '@pii-vault/proto/audit/v1/exports';
import { CompaniesService, Company } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import {
  type Individual,
  IndividualsService,
  type ListIndividualsRequest,
  type ListIndividualsResponse,
} from '@pii-vault/proto/vault/v1/individuals';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let asked: ListIndividualsRequest[] = [];
let entered: RecordExportRequest[] = [];
let enter: (ctx: Ctx) => Promise<void>;
let answer: (page: number) => Promise<ListIndividualsResponse>;

const at = new Date('2026-11-21T08:00:00.000Z');
const person = (id: number): Individual => ({
  id,
  masterKey: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  companyId: 1,
  dataQualityScore: 90,
  completenessPercentage: 50,
  recordVersion: 1,
  createdAt: at,
  updatedAt: at,
  piiFields: [
    { fieldType: 'pan', companyId: 1 },
    { fieldType: 'name', companyId: 2 },
  ],
  companyIds: [1, 2],
});
const evil = Company.fromPartial({
  id: 1,
  timeZone: 'Pacific/Kiritimati',
  name: '=HYPERLINK("x")',
  tier: 'primary',
  status: 'active',
});
const page = (ids: number[], nextCursor?: string): ListIndividualsResponse => ({
  individuals: ids.map(person),
  nextCursor,
  total: 3,
  externalIds: [],
  marks: [],
});

beforeAll(async () => {
  world = await gatewayWorld({
    vault: [
      fakeRpc(IndividualsService, {
        listIndividuals: (_ctx, request) => {
          asked.push(request);
          return answer(asked.length);
        },
      }),
    ],
    audit: [
      fakeRpc(ExportsService, {
        recordExport: async (ctx, request) => {
          entered.push(request);
          await enter(ctx);
          return {};
        },
      }),
    ],
    tenancy: [
      fakeRpc(CompaniesService, {}),
      fakeRpc(DirectoryService, {
        getCompanies: async () => ({ companies: [evil] }),
      }),
    ],
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  asked = [];
  entered = [];
  enter = async () => undefined;
  world.identity.users.set('asha', { companies: { 1: ['pii:read'], 2: ['pii:read'] } });
  answer = async (at) => (at === 1 ? page([1, 2], 'after 2') : page([3]));
});

const ask = (query: string, init: RequestInit = {}) =>
  world.fetch(`/api/individuals/export?${query}`, { headers: { authorization: 'Bearer asha' }, ...init });

it('records the filters of chosen people in letters that the trail accepts, without their ids', async () => {
  const chosen = 'ids=1,2&include=phone,source&consentPurpose=kyc&consentState=live&channel=web';
  await ask(`format=csv&companyId=1&${chosen}&from=2026-11-01T00:00:00.000Z`);
  const filters = entered.at(-1)?.filters ?? {};
  expect(filters).toMatchObject({ chosen: '2', include: 'phone,source', consentState: 'live' });
  for (const value of Object.values(filters)) expect(value).toMatch(/^[A-Za-z0-9_,-]{1,60}$/);
});

it('has every page of the filtered list, as CSV without formulas and as the JSON of the list', async () => {
  const csv = await ask('format=csv&companyId=1&quality=high&sort=-quality');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename=individuals-[\d-]{10}\.csv$/);
  expect(csv.headers.get('cache-control')).toBe('no-store');
  const bytes = Buffer.from(await csv.arrayBuffer());
  expect([...bytes.subarray(0, 3)], 'the byte order mark that identifies UTF-8 for spreadsheets').toEqual([
    0xef, 0xbb, 0xbf,
  ]);
  expect(bytes.toString('utf8').split('\r\n')).toHaveLength(5);
  const rows: Record<string, string>[] = parse(bytes, { columns: true, bom: true });
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(rows[0]).toMatchObject({ companyName: `'=HYPERLINK("x")`, fieldTypes: 'pan', externalId: '' });
  const filters = { companyId: 1, quality: 'high', sort: '-quality', limit: 200, forExport: true };
  expect(asked).toMatchObject([
    { ...filters, cursor: undefined },
    { ...filters, cursor: 'after 2' },
  ]);
  asked = [];
  const list = await ask('format=json');
  expect((await list.json()).map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
});

it('is named by the day of the company, of the only company, or of the deployment', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  const named = async (query: string) =>
    (await ask(`format=json&${query}`)).headers.get('content-disposition');
  try {
    expect(await named('companyId=1')).toContain('individuals-2026-11-21.json');
    expect(await named('')).toContain('individuals-2026-11-20.json');
  } finally {
    vi.useRealTimers();
  }
});

it('is audited once before it starts, with enumerated filters and without free text', async () => {
  await (await ask('format=csv&companyId=1&quality=high&search=48213&externalId=X-1')).text();
  const named = { list: 'individuals', permission: 'pii:read' };
  expect(entered).toEqual([{ ...named, companyId: 1, filters: { format: 'csv', quality: 'high' } }]);
  await (await ask('format=json')).text();
  expect(entered.slice(1)).toEqual([{ ...named, companyId: undefined, filters: { format: 'json' } }]);
  enter = async () => {
    throw new AppError('UNAVAILABLE', 'AUDIT_AWAY', 'Away');
  };
  const refused = await ask('format=csv');
  expect([refused.status, refused.headers.get('content-disposition')]).toEqual([503, null]);
});

it('ends with an error, not with a shorter list, when the caller loses a company', async () => {
  answer = async (at) => {
    world.identity.users.set('asha', { companies: { 1: ['pii:read'] } });
    world.identity.roleVersion += 1;
    const { livenessCalls } = world.identity;
    // The version of its roles is refreshed within seconds, and the token is exchanged again.
    await vi.waitFor(() => expect(world.identity.livenessCalls).toBeGreaterThan(livenessCalls), 10_000);
    return page([at], at < 3 ? `after ${at}` : undefined);
  };
  await expect(ask('format=json').then((it) => it.text())).rejects.toThrow(TypeError);
  expect(asked).toHaveLength(1);
});

it('responds with a problem when the first page is refused', async () => {
  answer = async () => {
    throw new AppError('PERMISSION_DENIED', 'PERMISSION_DENIED', 'No');
  };
  const refused = await ask('format=csv');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
  expect(refused.headers.get('content-disposition')).toBeNull();
  expect((await ask('format=xml')).status).toBe(400);
  expect((await ask('format=csv&cursor=x')).status).toBe(400);
});

it('ends with an error, not with a shorter list, when a page fails or the session ends meanwhile', async () => {
  answer = async (at) => {
    if (at > 1) throw new AppError('UNAVAILABLE', 'STORE_AWAY', 'Away');
    return page([1], 'after 1');
  };
  await expect(ask('format=csv').then((it) => it.text())).rejects.toThrow(TypeError);
  const metrics = await world.metrics();
  expect(metrics).toMatch(/route="\/api\/individuals\/export",status="503"/);
  asked = [];
  answer = async (at) => {
    world.identity.ended.add('asha');
    const calls = world.identity.livenessCalls;
    // The liveness of the session is refreshed within seconds.
    await vi.waitFor(() => expect(world.identity.livenessCalls).toBeGreaterThan(calls), 10_000);
    return page([at], `after ${at}`);
  };
  await expect(ask('format=json').then((it) => it.text())).rejects.toThrow(TypeError);
  expect(asked.length).toBeLessThan(4);
});
