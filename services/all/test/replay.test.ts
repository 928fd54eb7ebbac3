import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, apiCaller } from './api-caller.ts';
import { enterRegisters } from './replay-registers.ts';
import { type Belongings, createTwins, csv, requestsOf } from './replay-requests.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const nowhere = 987_654_321;
const password = 'Long enough 9!';
const consentDetails = { purpose: 'kyc' };

let vault: WholeVault;
let own: Belongings;
let asA: ApiCaller;
let asB: ApiCaller;
let companyB: number;

async function signIn(email: string, secret: string): Promise<ApiCaller> {
  const answer = await apiCaller(vault.origin)({
    key: 'POST /auth/login',
    body: { email, password: secret },
  });
  return apiCaller(vault.origin, String(answer.json().token));
}

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  const anybody = apiCaller(vault.origin);
  const admin = { firstName: 'Root', lastName: 'Admin', email: 'root@example.org', password };
  await anybody({ key: 'POST /auth/setup-admin', body: admin });
  const root = await signIn(admin.email, password);
  const idOf = async (call: ApiCaller, request: ApiRequest) => {
    const answer = await call(request);
    if (answer.status >= 300) throw new Error(`${request.key}: ${answer.text}`);
    return Number(answer.json().id);
  };
  const company = (name: string, code: string) =>
    idOf(root, { key: 'POST /companies', body: { name, code } });
  const [a, b, c] = [
    await company('Saral Bank', 'SARAL'),
    await company('Arogya', 'AROGYA'),
    await company('Navi', 'NAVI'),
  ];
  companyB = b;
  const user = async (email: string, companyId: number) => {
    const body = {
      email,
      firstName: 'U',
      lastName: 'V',
      role: 'admin',
      companyId,
      password,
      generatePassword: false,
      sendEmail: false,
    };
    const answer = await root({ key: 'POST /users', body });
    return answer.json<{ user: { id: number } }>().user.id;
  };
  await user('a@example.org', a);
  const userId = await user('a2@example.org', a);
  await user('b@example.org', b);
  await user('c@example.org', c);
  asA = await signIn('a@example.org', password);
  asB = await signIn('b@example.org', password);
  const asC = await signIn('c@example.org', password);
  const agreement = (purpose: string) =>
    idOf(asC, { key: 'POST /link-agreements', body: { companyId: c, otherCompanyId: a, purpose } });
  const agreementId = await agreement('fraud');
  const individualId = await createTwins(asA, a);
  const profile = await asA({ key: 'GET /individuals/{id}', params: { id: individualId } });
  const held = profile.json<{ piiFields: { id: number; fieldType: string }[] }>().piiFields;
  const fieldId = held.find(({ fieldType }) => fieldType === 'phone')?.id ?? 0;
  const assignmentId = await idOf(root, {
    key: 'POST /users/{id}/company-roles',
    params: { id: userId },
    body: { companyId: a, role: 'admin' },
  });
  const importId = await idOf(asA, {
    key: 'POST /imports',
    query: { companyId: a, purpose: 'kyc', fileName: 'saral-first.csv' },
    csv: csv.replace('X-1', 'Y-1'),
  });
  const registers = await enterRegisters(asA, a);
  await vault.host.drain();
  // Matching goes on beside the bus: its entry is there a moment later.
  const first = (key: 'GET /data-lineage/entries' | 'GET /audit-trail') =>
    vi.waitUntil(async () => (await asA({ key, query: { companyId: a } })).json<{ id: number }[]>()[0]?.id, {
      timeout: 30_000,
    });
  const [entryId, auditId] = [await first('GET /data-lineage/entries'), await first('GET /audit-trail')];
  const verification = await asA({ key: 'POST /audit-trail/verify' });
  const verificationId = Number(verification.json().verificationId);
  await signIn('a@example.org', password);
  const sessions = (await asA({ key: 'GET /auth/sessions' })).json<{ id: string; isCurrent: boolean }[]>();
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  own = {
    companyId: a,
    otherCompanyId: c,
    userId,
    assignmentId,
    individualId,
    fieldId,
    importId,
    entryId,
    auditId,
    agreementId,
    verificationId,
    ...registers,
    password,
    sessionId,
  };
}, 120_000);
afterAll(() => vault?.stop());

/** The company a request names, in its query or body. */
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

/** The trail's verifications are about the whole tree and nobody's own. */
const isObject = (request: ApiRequest) =>
  request.params !== undefined && !request.key.includes('/verifications/');

describe('A credential of B on the requests of A', () => {
  it('refuses them, as if nothing of A were there, and A loses nothing', async () => {
    for (const request of requestsOf(own).filter(({ key }) => key !== 'POST /auth/logout')) {
      if (namesCompany(request)) {
        const foreign = await asB(request, 'same');
        expect([request.key, foreign.status]).toEqual([request.key, 403]);
        const absent = await asB(withCompany(request, nowhere), 'same');
        expect([foreign.text, foreign.headers]).toEqual([absent.text, absent.headers]);
      }
      if (isObject(request)) {
        const mine = namesCompany(request) ? withCompany(request, companyB) : request;
        const foreign = await asB(mine, 'same');
        const absent = await asB({ ...mine, params: { ...mine.params, id: nowhere } }, 'same');
        expect([request.key, foreign.status]).toEqual([
          request.key,
          request.key.includes('/companies/{id}') ? 403 : 404,
        ]);
        expect([foreign.text, foreign.headers]).toEqual([absent.text, absent.headers]);
      }
    }
  });

  it('shows no row of A in any answer', async () => {
    const lists = requestsOf(own).filter(({ key, params }) => params === undefined && key.startsWith('GET'));
    const masterKey = String(
      (await asA({ key: 'GET /individuals/{id}', params: { id: own.individualId } })).json().masterKey,
    );
    const traces = [
      masterKey,
      'Saral Bank',
      'saral-',
      'a@example.org',
      'a2@example.org',
      `"companyId":${own.companyId},`,
    ];
    const shownToA: string[] = [];
    for (const { key, query } of lists) {
      const { companyId: _, ...rest } = query ?? {};
      shownToA.push((await asA({ key, query: rest })).text);
      const answer = await asB({ key, query: rest });
      expect([key, answer.status]).toEqual([key, 200]);
      for (const trace of traces) expect(answer.text, `${key} shows ${trace}`).not.toContain(trace);
    }
    for (const trace of traces) expect(shownToA.join(), 'A sees what B does not').toContain(trace);
  });

  it('reveals and proves nothing of A inside a request about B', async () => {
    const reveal = await asB({
      key: 'POST /pii-records/reveal',
      body: { companyId: companyB, individualIds: [own.individualId], purpose: 'kyc' },
    });
    expect(reveal.json()).toEqual({ records: [] });
    const search = await asB({
      key: 'POST /pii-search',
      body: { companyId: companyB, fieldType: 'pan', value: 'ABCPE1234F' },
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

  it('was tried on every call that is not public, and A may make them all', async () => {
    const tried = requestsOf(own).map(({ key }) => key);
    // Creating companies and saying from where the vault may be used is for a super_admin alone.
    const calls = (routes as readonly Row[]).filter(
      (row) =>
        (row.auth !== 'public' && row.path !== '/companies' && row.permission !== 'access:manage') ||
        (row.method === 'GET' && row.path === '/companies'),
    );
    expect(new Set(tried)).toEqual(new Set(calls.map((row) => `${row.method} ${row.path}`)));
    for (const request of requestsOf(own)) {
      const answer = await asA(request);
      const isFinished = request.key === 'DELETE /imports/{id}' && answer.status === 409;
      expect(answer.status < 300 || isFinished, `${request.key}: ${answer.status} ${answer.text}`).toBe(true);
    }
  });
});
