import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, byId } from './api-caller.ts';
import { apiClientOf } from './first-admin.ts';
import { lockOutSettings, lockOuts } from './lock-outs.ts';
import { requestsOf } from './replay-requests.ts';
import { type ThreeCompanies, threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

let vault: WholeVault;
beforeAll(async () => {
  vault = await startWholeVault(allModules, lockOutSettings);
});
afterAll(() => vault?.stop());

/** A valid request that the state of the vault refuses, and its sender. */
interface Refusal {
  readonly status: 409 | 410 | 412;
  readonly call: ApiCaller;
  readonly request: ApiRequest;
  /** Creates the state that causes the refusal. */
  before?(): Promise<unknown>;
}

it('every documented refusal of a route occurs for a valid request', async () => {
  const world = await threeCompanies(vault);
  const refusals: Refusal[] = [
    ...(await conflicts(world)),
    ...(await ofTheErased(world)),
    ...stale(world),
    ...ofReviews(world),
    ...(await withoutSession(world)),
    ...lockOuts(world.asRoot).map((one) => ({ ...one, status: 409 as const, call: world.asRoot })),
    ...(await withoutFactor(world)),
  ];
  for (const { status, call, request, before } of refusals) {
    await before?.();
    const answer = await call(request);
    expect([request.key, answer.status], answer.text).toEqual([request.key, status]);
  }
  const named = (routes as readonly Row[]).flatMap(({ method, path, refusals = [] }) =>
    refusals.map((status) => `${method} ${path} ${status}`),
  );
  expect(refusals.map(({ status, request }) => `${request.key} ${status}`).sort()).toEqual(named.sort());
});

/** Conflicts: taken names, states that forbid the operation, objects that exist already. */
async function conflicts(world: ThreeCompanies): Promise<Refusal[]> {
  const { asRoot, asA } = world;
  const byRoot = await conflictsOfRoot(world);
  const byA = [...(await doneBefore(world)), ...(await conflictsOfA(world))];
  return [
    ...byRoot.map((request) => ({ status: 409 as const, call: asRoot, request })),
    ...byA.map((request) => ({ status: 409 as const, call: asA, request })),
  ];
}

async function conflictsOfRoot({ own, asRoot }: ThreeCompanies): Promise<ApiRequest[]> {
  const { user: root } = (await asRoot({ key: 'GET /auth/session' })).json<{ user: { id: number } }>();
  return [
    { key: 'POST /companies', body: { name: 'Saral once more', code: 'SARAL' } },
    { key: 'DELETE /companies/{id}', ...byId(own.companyId) },
    { key: 'POST /companies/{id}/reactivation-requests/refuse', ...byId(own.companyId) },
    { key: 'PUT /companies/{id}', ...byId(own.otherCompanyId), body: { code: 'saral' } },
    { key: 'DELETE /users/{id}', ...byId(root.id) },
    { key: 'POST /users/{id}/status', ...byId(root.id), body: { status: 'inactive' } },
    { key: 'POST /users/{id}/admin-password', ...byId(root.id), body: { password: 'Correct-Horse-7' } },
  ];
}

/** Requests that A has sent once already. */
async function doneBefore({ own, asA }: ThreeCompanies): Promise<ApiRequest[]> {
  const { companyId } = own;
  const once = requestsOf(own).filter(({ key }) =>
    /^POST \/(purposes|approvals|approvals\/{id}\/approve|approvals\/{id}\/refuse|reveal-policy\/changes\/{id}\/decide|recipients|link-agreements|webhooks\/{id}\/rotate-secret|users|users\/{id}\/company-roles|users\/{id}\/api-credentials\/generate|link-agreements\/{id}\/accept)$/.test(
      key,
    ),
  );
  // The secret is shown once; a repetition only reports that it was done.
  const hook = { companyId, url: 'https://127.0.0.1:9009/', events: ['link_detected'] };
  const notice = { version: '7', fieldTypes: ['name'] };
  const requests: ApiRequest[] = [
    ...once,
    { key: 'POST /webhooks', body: hook, idempotencyKey: 'twice' },
    { key: 'POST /users/{id}/api-credentials/rotate', ...byId(own.userId), idempotencyKey: 'rotated' },
    { key: 'PUT /purposes/{id}', ...byId(own.purposeId), body: { notice } },
  ];
  for (const request of requests) await asA(request);
  return requests;
}

async function conflictsOfA({ own, asA }: ThreeCompanies): Promise<ApiRequest[]> {
  const { companyId } = own;
  const { masterKey } = (await asA({ key: 'GET /individuals/{id}', ...byId(own.individualId) })).json();
  const keys = await asA({ key: 'GET /encryption-keys', query: { companyId } });
  const active = keys.json<{ id: number; status: string }[]>().find(({ status }) => status === 'active');
  const unmade = `UPDATE compliance.reports SET status = 'failed', file = NULL WHERE id = $1`;
  await vault.sql(unmade, [own.reportId]);
  const answer = { resolution: 'Answered', closedAt: new Date().toISOString() };
  await asA({ key: 'PUT /grievances/{id}', ...byId(own.grievanceId), body: answer });
  const reclosed = { closedAt: new Date(0).toISOString() };
  const consentDetails = { purpose: 'kyc' };
  const taken = { companyId, consentDetails, fields: { name: 'Asha Rao' }, externalId: 'A-1' };
  return [
    { key: 'PUT /users/{id}', ...byId(own.userId), body: { email: 'A@example.org' } },
    { key: 'POST /companies/{id}/reactivation-requests', ...byId(companyId), body: { reason: 'A mistake' } },
    { key: 'POST /individuals', body: { companyId, masterKey } },
    { key: 'POST /pii-records', body: taken },
    { key: 'DELETE /imports/{id}', ...byId(own.importId) },
    { key: 'PUT /imports/{id}/mapping', ...byId(own.importId), body: { unmapped: 'ignore' } },
    { key: 'POST /imports/{id}/retry', ...byId(own.importId) },
    { key: 'GET /compliance/reports/{id}/file', ...byId(own.reportId) },
    { key: 'PUT /grievances/{id}', ...byId(own.grievanceId), body: reclosed },
    { key: 'DELETE /encryption-keys/{id}', ...byId(active?.id ?? 0) },
    { key: 'DELETE /users/{id}/factors', ...byId(own.userId) },
  ];
}

/** API credentials of a new super_admin. */
async function apiClient({ newUser }: ThreeCompanies, email: string): Promise<ApiCaller> {
  const { userId, call } = await newUser({ email, role: 'super_admin' });
  return (await apiClientOf(call, vault.origin, userId)).call;
}

/** API credentials have no session and no password. */
async function withoutSession(world: ThreeCompanies): Promise<Refusal[]> {
  const call = await apiClient(world, 'client@example.org');
  const passwords = { currentPassword: 'Long enough 9!', newPassword: 'Longer than that 9!' };
  const requests: ApiRequest[] = [
    { key: 'POST /auth/logout' },
    { key: 'POST /auth/change-password', body: passwords },
    { key: 'POST /auth/confirm', body: { password: 'Long enough 9!' } },
  ];
  return requests.map((request) => ({ status: 409 as const, call, request }));
}

/**
 * API credentials have no second factor, even with permission for operations that need a fresh proof. Runs last: the
 * grant applies to all.
 */
async function withoutFactor(world: ThreeCompanies): Promise<Refusal[]> {
  const call = await apiClient(world, 'automat@example.org');
  const grant = `INSERT INTO identity.role_permissions (role, permission) VALUES ('super_admin', 'access:automate')
    ON CONFLICT DO NOTHING`;
  return requestsOf(world.own)
    .filter(({ key }) => / \/auth\/(factors|second-factor)/.test(key))
    .map((request) => ({ status: 409 as const, call, request, before: () => vault.sql(grant) }));
}

/** Erases a new person of A, then requests that person. */
async function ofTheErased({ own, asA: call }: ThreeCompanies): Promise<Refusal[]> {
  const { companyId } = own;
  const person = { companyId, consentDetails: { purpose: 'kyc' }, fields: { name: 'Latha Menon' } };
  const made = await call({ key: 'POST /pii-records', body: person });
  const { individualId, fieldIds } = made.json<{ individualId: number; fieldIds: { name: number } }>();
  const gone: Pick<ApiRequest, 'params'> = { params: { id: individualId } };
  const field = { params: { id: fieldIds.name } };
  const erase: ApiRequest = {
    key: 'POST /individuals/{id}/erase',
    ...gone,
    body: { companyId, reason: 'asked' },
  };
  await call(erase);
  const value = { fieldType: 'dob', plainValue: '1990-04-12', consentDetails: { purpose: 'kyc' } };
  const requests: ApiRequest[] = [
    { key: 'GET /individuals/{id}', ...gone },
    { key: 'GET /individuals/{id}/consents', ...gone },
    { key: 'POST /individuals/{id}/consent/withdraw', ...gone, body: { companyId, purpose: 'kyc' } },
    { key: 'GET /individuals/{id}/access-report', ...gone, query: { companyId } },
    { key: 'GET /individuals/{id}/nominee', ...gone, query: { companyId } },
    { key: 'PUT /individuals/{id}/nominee', ...gone, body: { companyId, nominees: [] } },
    erase,
    { key: 'POST /pii-records', body: { ...person, individualId } },
    { key: 'POST /pii-fields', body: { companyId, individualId, ...value } },
    { key: 'GET /pii-fields/{id}', ...field },
    { key: 'GET /pii-fields/{id}/history', ...field },
    { key: 'DELETE /pii-fields/{id}', ...field },
  ];
  return requests.map((request) => ({ status: 410 as const, call, request }));
}

/** An open review, then the same review discarded. */
function ofReviews({ own: { companyId, reviewId, lineId, otherOpenLines }, asA }: ThreeCompanies): Refusal[] {
  const review = byId(reviewId);
  const start: ApiRequest = { key: 'POST /access-reviews', body: { companyId } };
  const finish: ApiRequest = { key: 'POST /access-reviews/{id}/finish', ...review };
  const keep: ApiRequest = {
    key: 'POST /access-reviews/{id}/keep',
    ...review,
    body: { open: otherOpenLines },
  };
  const decide: ApiRequest = {
    key: 'POST /access-reviews/{id}/lines/{lineId}/decision',
    params: { id: reviewId, lineId },
    body: { decision: 'keep' },
  };
  const headers = { 'if-match': '"0"' };
  const startOver = () => asA({ ...start, body: { companyId, startOver: true } });
  const rows: readonly Omit<Refusal, 'call'>[] = [
    { status: 409, request: start },
    { status: 409, request: finish },
    { status: 409, request: { key: 'GET /access-reviews/{id}/evidence', ...review } },
    { status: 412, request: { ...decide, headers } },
    { status: 412, request: { ...finish, headers } },
    { status: 412, request: { ...keep, body: { open: otherOpenLines + 5 } } },
    { status: 409, request: decide, before: startOver },
    { status: 409, request: keep },
  ];
  return rows.map((one) => ({ ...one, call: asA }));
}

function stale({ own, asA, asRoot }: ThreeCompanies): Refusal[] {
  const keys = [
    'POST /pii-records',
    'POST /pii-fields',
    'PUT /users/{id}',
    'POST /users/{id}/status',
    'PUT /companies/{id}',
    'POST /companies/{id}/status',
    'PUT /webhooks/{id}',
    'PUT /purposes/{id}',
    'PUT /grievances/{id}',
    'PUT /incidents/{id}',
    'PUT /recipients/{id}',
    'POST /data-lineage/entries/{id}/decision',
    'DELETE /data-lineage/entries/{id}/decision',
    'DELETE /companies/{id}',
    'DELETE /users/{id}',
    'DELETE /webhooks/{id}',
    'DELETE /pii-fields/{id}',
  ];
  const end: ApiRequest = { key: 'DELETE /companies/{id}', params: { id: own.companyId } };
  return [...requestsOf(own), end]
    .filter(({ key }) => keys.includes(key))
    .map((request) => ({
      status: 412 as const,
      call: request === end ? asRoot : asA,
      request: { ...request, headers: { 'if-match': '"0"' } },
    }));
}
