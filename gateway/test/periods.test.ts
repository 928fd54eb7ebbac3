import { type ListTrailRequest, TrailService } from '@pii-vault/proto/audit/v1/trail';
import { Company } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let asked: ListTrailRequest[] = [];

const zones = ['Pacific/Kiritimati', 'Europe/Berlin'];

beforeAll(async () => {
  world = await gatewayWorld({
    audit: [
      fakeRpc(TrailService, {
        listTrail: async (_ctx, request) => {
          asked.push(request);
          return { entries: [], nextBefore: undefined, total: undefined };
        },
      }),
    ],
    tenancy: [
      fakeRpc(DirectoryService, {
        getCompanies: async (_ctx, { companyIds }) => ({
          companies: companyIds.map((id) =>
            Company.fromPartial({ id, timeZone: zones[id - 1] ?? 'Mars/Base' }),
          ),
        }),
      }),
    ],
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  asked = [];
  const companies = { 1: ['audit:read'], 2: ['audit:read'], 3: ['audit:read'] };
  world.identity.users.set('asha', { companies });
  world.identity.users.set('ravi', { companies: { 2: ['audit:read'] } });
});

const ask = (query: string, who = 'asha') =>
  world.fetch(`/api/audit-trail?${query}`, { headers: { authorization: `Bearer ${who}` } });

it.each([
  ['of the named company', 'asha', '&companyId=1', '2026-11-27T10:00:00Z', '2026-11-29T10:00:00Z'],
  ['of the only company', 'ravi', '', '2026-11-27T23:00:00Z', '2026-11-29T23:00:00Z'],
  ['of the deployment for several companies', 'asha', '', '2026-11-27T18:30:00Z', '2026-11-29T18:30:00Z'],
  [
    'of the deployment for a zone that is not known',
    'asha',
    '&companyId=3',
    '2026-11-27T18:30:00Z',
    '2026-11-29T18:30:00Z',
  ],
])(
  'days in from and until are those %s, and the last one is included',
  async (_of, who, company, from, until) => {
    const response = await ask(`from=2026-11-28&until=2026-11-29${company}`, who);
    expect(response.status).toBe(200);
    expect(asked).toMatchObject([{ from: new Date(from), until: new Date(until) }]);
  },
);

it('takes a day with a time, and refuses what is neither', async () => {
  await ask('from=2026-11-28T00:00:00Z&until=2026-11-28&companyId=1');
  expect(asked).toMatchObject([
    { from: new Date('2026-11-28T00:00:00Z'), until: new Date('2026-11-28T10:00:00Z') },
  ]);
  for (const from of ['2026-02-30', '28.11.2026', '2026-11-28T00:00', '0001-01-01']) {
    const refused = await ask(`from=${from}`);
    expect(refused.status).toBe(400);
    expect((await refused.json()).detail).toMatch(/or a day such as 2026-11-21/);
  }
});
