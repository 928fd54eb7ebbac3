import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiCaller, ApiRequest } from './api-caller.ts';
import { requestsOf } from './replay-requests.ts';
import { type ThreeCompanies, threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const nowhere = 987_654_321;
const consentDetails = { purpose: 'kyc' };

/** Responses with sums, or with data that is the same for every company: they contain no row of a company. */
const SUMS: readonly string[] = [
  ...['GET /environment/status', 'GET /hsm/status', 'GET /companies/summary', 'GET /users/roles'],
  ...['GET /security/login-statistics', 'GET /security/login-timeline', 'GET /compliance/trend'],
  ...['GET /individuals/summary', 'GET /data-lineage/summary', 'GET /reveal-budget'],
  ...[
    'GET /dashboard/metrics',
    'GET /analytics',
    'GET /audit-trail/checkpoint',
    'GET /audit-trail/consistency',
  ],
  'GET /auth/daily-mail',
  // Devices and addresses of sign-in attempts at A, without accounts: security.test.ts of identity.
  ...['GET /security/devices', 'GET /security/devices/export'],
  ...['GET /security/high-risk-attempts', 'GET /security/high-risk-attempts/export'],
  // Verdicts on A as a file, with the company as a bare number; the list is checked.
  'GET /compliance/export',
  // Second factors of the caller, who has none.
  'GET /auth/factors',
];
/** Responses to B, which has no people: ids and nothing else. */
const BARE_IDS: Readonly<Record<string, object>> = {
  'GET /duplicates': { withinCompany: [], crossCompany: [], counts: { withinCompany: 0, crossCompany: 0 } },
  'GET /audit-trail/proofs': { proofs: [] },
};

let vault: WholeVault;
let own: ThreeCompanies['own'];
let asA: ApiCaller;
let asB: ApiCaller;
let companyB: number;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  ({ own, asA, asB, companyB } = await threeCompanies(vault));
});
afterAll(() => vault?.stop());

/** Whether a request has a company in its query or body. */
function namesCompany({ query, body }: ApiRequest): boolean {
  const inBody = typeof body === 'object' && body !== null && 'companyId' in body;
  return inBody || query?.companyId !== undefined;
}

function withCompany(request: ApiRequest, companyId: number): ApiRequest {
  return {
    ...request,
    ...(request.query?.companyId === undefined ? {} : { query: { ...request.query, companyId } }),
    ...(request.body === undefined ? {} : { body: { ...(request.body as object), companyId } }),
  };
}

/** Request id of compared calls, so that their answers may be equal. */
const SAME_REQUEST = '5f0c0d0e-2b7a-4c1d-9e3f-6a7b8c9d0e1f';

/** Verifications of the trail concern the whole tree, not a company. */
const isObject = (request: ApiRequest) =>
  request.params !== undefined && !request.key.includes('/verifications/');

describe('A credential of B on the requests of A', () => {
  it('gets the same refusal as for missing objects, and changes nothing of A', async () => {
    for (const request of requestsOf(own).filter(({ key }) => key !== 'POST /auth/logout')) {
      if (namesCompany(request)) {
        const foreign = await asB(request, SAME_REQUEST);
        expect([request.key, foreign.status]).toEqual([request.key, 403]);
        const absent = await asB(withCompany(request, nowhere), SAME_REQUEST);
        expect([foreign.text, foreign.headers]).toEqual([absent.text, absent.headers]);
      }
      if (isObject(request)) {
        const mine = namesCompany(request) ? withCompany(request, companyB) : request;
        const foreign = await asB(mine, SAME_REQUEST);
        const absent = await asB({ ...mine, params: { ...mine.params, id: nowhere } }, SAME_REQUEST);
        expect([request.key, foreign.status]).toEqual([
          request.key,
          request.key.includes('/companies/{id}') ? 403 : 404,
        ]);
        expect([foreign.text, foreign.headers]).toEqual([absent.text, absent.headers]);
      }
    }
  });

  it('gets no row of A in any answer, list by list', async () => {
    const { id } = (await asA({ key: 'POST /individuals', body: { companyId: own.companyId } })).json<{
      id: number;
    }>();
    const erase = { companyId: own.companyId, reason: 'asked for' };
    await asA({ key: 'POST /individuals/{id}/erase', params: { id }, body: erase });
    const lists = requestsOf(own).filter(({ key, params }) => params === undefined && key.startsWith('GET'));
    const masterKey = String(
      (await asA({ key: 'GET /individuals/{id}', params: { id: own.individualId } })).json().masterKey,
    );
    const traces = [
      ...[masterKey, 'Saral Bank', 'saral-', 'a@example.org', 'a2@example.org'],
      `"companyId":${own.companyId},`,
      `"individualId":${own.individualId},`,
      `"relatedIndividualId":${own.individualId},`,
    ];
    const withoutTrace: string[] = [];
    for (const { key, query } of lists) {
      const { companyId: _, ...rest } = query ?? {};
      const shownToA = (await asA({ key, query: rest })).text;
      const answer = await asB({ key, query: rest });
      expect([key, answer.status]).toEqual([key, 200]);
      for (const trace of traces) expect(answer.text, `${key} shows ${trace}`).not.toContain(trace);
      const empty = BARE_IDS[key];
      if (empty !== undefined) {
        expect(answer.json()).toMatchObject(empty);
        expect(JSON.parse(shownToA), key).not.toMatchObject(empty);
      } else if (!traces.some((trace) => shownToA.includes(trace))) withoutTrace.push(key);
    }
    expect(withoutTrace.sort()).toEqual([...SUMS].sort());
  });

  it('gets no values or proofs of A in a request about B', async () => {
    const reveal = await asB({
      key: 'POST /pii-records/reveal',
      body: { companyId: companyB, individualIds: [own.individualId], purpose: 'kyc' },
    });
    expect(reveal.json()).toEqual({ records: [] });
    const search = await asB({
      key: 'POST /pii-search',
      body: { companyId: companyB, fieldType: 'pan', value: 'ABCPE1234F', purpose: 'kyc' },
    });
    expect(search.json()).toEqual({ results: [] });
    const proofs = await asB({ key: 'GET /audit-trail/proofs', query: { ids: [own.auditId] } });
    expect(proofs.json()).toMatchObject({ proofs: [] });
    const body = {
      companyId: companyB,
      individualId: own.individualId,
      fieldType: 'email',
      plainValue: 'x@example.org',
      consentDetails,
    };
    expect((await asB({ key: 'POST /pii-fields', body })).status).toBe(404);
  });
});
