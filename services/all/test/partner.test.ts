import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { apiClientOf, createUser, firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const consentDetails = { purpose: 'kyc' };
let vault: WholeVault;
let root: ApiCaller;
let partner: ApiCaller;
let userId: number;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  root = await firstAdmin(vault.origin);
  await root({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
  const api = { email: 'api@example.org', role: 'admin', companyId: 1 } as const;
  userId = await createUser(root, { ...api, firstName: 'Partner' });
  partner = (await apiClientOf(root, vault.origin, userId)).call;
});
afterAll(() => vault?.stop());

describe('a partner system with API credentials', () => {
  it('creates a person once per idempotency key, without naming its company', async () => {
    const body = {
      consentDetails,
      externalId: 'P-1',
      fields: { name: 'Asha Rao', email: 'asha@example.org' },
    };
    const answers = await Promise.all(
      [1, 2, 3].map(() => partner({ key: 'POST /pii-records', body, idempotencyKey: 'p-1' })),
    );
    // A repetition during the first request gets 409; a later one gets the response of the first.
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    const repeated = await partner({ key: 'POST /pii-records', body, idempotencyKey: 'p-1' });
    const first = answers.find(({ status }) => status === 201);
    expect([repeated.status, repeated.json()]).toEqual([201, first?.json()]);
    const other = { ...body, externalId: 'P-2' };
    expect((await partner({ key: 'POST /pii-records', body: other, idempotencyKey: 'p-1' })).status).toBe(
      422,
    );
    expect((await partner({ key: 'POST /pii-records', body })).json()).toMatchObject({
      reason: 'EXTERNAL_ID_EXISTS',
    });
    expect((await partner({ key: 'GET /individuals' })).json<unknown[]>()).toHaveLength(1);
  });

  it('reveals for a purpose with consent, and is recorded in the trail', async () => {
    const query = { companyId: 1, externalId: 'P-1', purpose: 'kyc' };
    const named = await partner({ key: 'GET /individuals', query });
    const individualIds = named.json<{ id: number }[]>().map(({ id }) => id);
    const body = { individualIds, fieldTypes: ['name', 'email'], purpose: 'kyc' };
    const revealed = await partner({ key: 'POST /pii-records/reveal', body });
    expect(revealed.json<{ records: { fields: object }[] }>().records[0]?.fields).toEqual({
      name: 'Asha Rao',
      email: 'asha@example.org',
    });
    const refused = await partner({
      key: 'POST /pii-records/reveal',
      body: { ...body, purpose: 'marketing' },
    });
    expect(refused.text).not.toContain('Asha');
    await vault.host.drain();
    const trail = (await root({ key: 'GET /audit-trail', query: { action: 'field_decrypt' } })).json<
      { actorType: string; actorName: string; details: { decision: string; purpose: string } }[]
    >();
    expect(trail).toContainEqual(
      expect.objectContaining({ actorType: 'api_client', actorName: 'Partner Rao' }),
    );
    expect(new Set(trail.map(({ details }) => `${details.purpose} ${details.decision}`))).toEqual(
      new Set(['kyc allowed', 'marketing refused']),
    );
  });

  it('loses access as soon as its secret is replaced', async () => {
    const params = { id: userId };
    expect((await partner({ key: 'GET /individuals' })).status).toBe(200);
    const made = await root({ key: 'POST /users/{id}/api-credentials/rotate', params });
    const { clientId, secret } = made.json();
    expect((await partner({ key: 'GET /individuals' })).status).toBe(401);
    const renewed = apiCaller(vault.origin, `${clientId}:${secret}`);
    expect((await renewed({ key: 'GET /individuals' })).status).toBe(200);
    await root({ key: 'DELETE /users/{id}/api-credentials', params });
    expect((await renewed({ key: 'GET /individuals' })).status).toBe(401);
  });
});
