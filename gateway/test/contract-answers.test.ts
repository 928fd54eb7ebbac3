import { urlOf } from '@pii-vault/contract/client';
import { permissions } from '@pii-vault/contract/permissions';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';
import { scriptedIdentity } from './scripted-identity.ts';
import { scriptedServices } from './scripted-services.ts';

let world: GatewayWorld;

beforeAll(async () => {
  world = await gatewayWorld({ ...scriptedServices, identity: scriptedIdentity });
  world.identity.users.set('admin', { userId: 2, primaryCompanyId: 1, companies: { 1: permissions } });
});
afterAll(() => world.stop());

/** The logout is last; streams have separate tests. */
const rows = routes.filter((row: Row) => row.streaming !== true && row.path !== '/auth/logout');
const named = (rows as readonly Row[]).map((row) => [row.key, row] as const);

async function send(row: Row) {
  const { params, query, body } = row.example;
  const url = urlOf('/api', row.path, { params: params as object, query: query as object });
  const headers: Record<string, string> = { accept: row.produces ?? 'application/json' };
  if (row.auth !== 'public') headers.authorization = 'Bearer admin';
  if (body !== undefined) headers['content-type'] = 'application/json';
  return world.fetch(url, {
    method: row.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const get = async (path: string) =>
  (await world.fetch(`/api${path}`, { headers: { authorization: 'Bearer admin' } })).json();

describe('responses of the gateway match the contract', () => {
  it.each(named)('%s', async (_, row) => {
    const response = await send(row);
    const body = row.produces === 'text/html' ? await response.text() : await response.json();
    expect(row.response.safeParse(body).error).toBeUndefined();
    expect(response.status).toBe(row.path === '/audit-trail/verify' ? 202 : (row.status ?? 200));
    expect(response.headers.get('content-type')).toMatch(row.produces ?? 'application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const name of row.responseHeaders ?? [])
      expect(response.headers.get(name)).toMatch(name === 'ETag' ? /^"\d+"$/ : /^\/api(?:\/[a-z-]+|\/\d+)+$/);
    const shown = row.response.safeParse(body).data;
    expect(body, 'no members outside the contract').toEqual(shown);
  });

  it('composes names and counts of several services', async () => {
    expect((await get('/companies'))[0]).toMatchObject({
      individuals: 9,
      piiRecords: 50,
      encryptionKeys: 4,
      compliance: { status: 'unknown', score: null, readiness: null },
      lastActivityAt: '2026-11-21T08:00:00.000Z',
      aadhaarStatus: 'encrypted',
      brandingConfig: { colour: 'teal' },
    });
    expect((await get('/individuals'))[0]).toMatchObject({
      linkedCompaniesCount: 2,
      crossCompanyData: {
        companies: [
          { id: 1, name: 'Saral Bank' },
          { id: 2, name: 'Company 2' },
        ],
      },
    });
    expect(await get('/individuals/summary')).toEqual({
      totalIndividuals: 3,
      crossLinked: 3,
      avgCompleteness: 67,
      duplicatesFound: 1,
    });
    expect((await get('/audit-trail'))[0]).toMatchObject({
      actorName: 'Ravi Iyer',
      companyName: 'Saral Bank',
    });
    expect(await get('/individuals/48213/access-report?companyId=1')).toMatchObject({
      companyName: 'Saral Bank',
      personalData: [{ fieldType: 'pan', value: 'XXXXX234F' }],
      activities: [{ action: 'field_decrypt', purpose: 'kyc', times: 3 }, { action: 'field_view' }],
      readers: [{ clientId: 'pvc_1a2b', name: 'Ravi Iyer', fieldNames: ['pan'] }],
      purposes: [{ purpose: 'lending' }, { purpose: 'kyc' }],
      recipients: [{ code: 'auditor' }, { code: 'bureau' }],
      linkedCompanies: [{ id: 2 }],
      nomination: { nominees: [{ relationship: 'spouse' }] },
    });
    expect((await get('/data-lineage')).links).toContainEqual({
      source: 'individual:48213',
      target: 'company:2',
      grade: 'possible',
      entryId: 7,
      confidence: null,
      relationshipType: 'cross_reference',
      verificationStatus: 'pending',
    });
  });

  it('names reviewers, and API clients by their owners', async () => {
    expect((await get('/analytics')).access.byActor).toMatchObject([
      { actorId: '2', actorName: 'Ravi Iyer' },
      { actorId: 'partner', actorName: 'Ravi Iyer' },
    ]);
    expect((await get('/access-reviews'))[0]).toMatchObject({ reviewedBy: 2, reviewedByName: 'Ravi Iyer' });
  });

  it('stays readable without lineage, audit and compliance, with unknown values', async () => {
    const bare = await gatewayWorld({
      tenancy: scriptedServices.tenancy,
      vault: scriptedServices.vault,
      crypto: scriptedServices.crypto,
    });
    try {
      bare.identity.users.set('admin', { userId: 2, companies: { 1: permissions } });
      const headers = { authorization: 'Bearer admin' };
      const people = await bare.fetch('/api/individuals', { headers });
      expect((await people.json())[0]).toMatchObject({ linkedCompaniesCount: 1 });
      const summary = await bare.fetch('/api/individuals/summary', { headers });
      expect(await summary.json()).toMatchObject({ crossLinked: null, duplicatesFound: null });
      const companies = await bare.fetch('/api/companies', { headers });
      expect((await companies.json())[0]).toMatchObject({
        compliance: { status: 'unknown' },
        lastActivityAt: null,
      });
    } finally {
      await bare.stop();
    }
  });

  it('ends a session at once in this gateway', async () => {
    world.identity.users.set('leaving', { companies: { 1: permissions } });
    const headers = { authorization: 'Bearer leaving', origin: world.origin };
    expect((await world.fetch('/api/companies', { headers })).status).toBe(200);
    const out = await world.fetch('/api/auth/logout', { method: 'POST', headers });
    expect(await out.json()).toEqual({ success: true });
    expect(out.headers.get('set-cookie')).toContain(
      'pv_ctx_test=; Path=/api; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    world.identity.ended.add('leaving');
    expect((await world.fetch('/api/companies', { headers })).status).toBe(401);
  });
});
