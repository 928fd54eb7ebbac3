import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, apiCaller } from './api-caller.ts';
import { firstAdmin } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const consentDetails = { purpose: 'kyc' };
let vault: WholeVault;
let root: ApiCaller;
let partner: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  root = await firstAdmin(vault.origin);
  await root({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
  const body = {
    email: 'api@example.org',
    firstName: 'A',
    lastName: 'P',
    role: 'admin',
    companyId: 1,
    sendEmail: false,
  };
  const { user } = (await root({ key: 'POST /users', body })).json<{ user: { id: number } }>();
  const made = await root({ key: 'POST /users/{id}/api-credentials/generate', params: { id: user.id } });
  const { clientId, secret } = made.json();
  partner = apiCaller(vault.origin, `${clientId}:${secret}`);
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

  it('creates a batch without its invalid records, once per key', async () => {
    const records = [
      { fields: { name: 'Meena Pillai', pan: 'ABCPP1234K' }, externalId: 'B-1' },
      { fields: { aadhaar: '499118665247' } },
      { fields: { shoe: '43' } },
      { fields: { name: 'Arun Bose' }, externalId: 'B-2' },
    ];
    const request = {
      key: 'POST /pii-records/batch',
      body: { consentDetails, records },
      idempotencyKey: 'b-1',
    } as const;
    const answer = await partner(request);
    expect(answer.status).toBe(200);
    const { results } = answer.json<{ results: { status: string; individualId?: number }[] }>();
    expect(results.map(({ status }) => status)).toEqual(['created', 'rejected', 'rejected', 'created']);
    expect(answer.text).not.toContain('499118665247');
    const again = (await partner(request)).json<{ results: { individualId?: number }[] }>();
    expect(again.results.map(({ individualId }) => individualId)).toEqual(
      results.map(({ individualId }) => individualId),
    );
  });

  it('accepts the largest batch, split into messages within the limits of services', async () => {
    const address = 'MG Road 12, Bengaluru 560001 '.repeat(34);
    const records = Array.from({ length: 1000 }, (_, n) => ({
      fields: { name: `Person ${n}`, address },
      externalId: `L-${n}`,
    }));
    const answer = await partner({ key: 'POST /pii-records/batch', body: { consentDetails, records } });
    const { results } = answer.json<{ results: { index: number; status: string }[] }>();
    expect(results.map(({ index }) => index)).toEqual(records.map((_, index) => index));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['created']));
  });

  it('imports a file and reports bad rows by row and column, without values', async () => {
    const csv = [
      'customer_id,Full Name,aadhaar,dob,note',
      'I-1,"Rao, Asha",,1990-04-12,x',
      'I-2,Ravi,499118665247,1990-04-12,x',
      'I-3,"=HYPERLINK(""http://x"")",,12/04/1990,x',
      'I-4,Meena,,31/31/1990,x',
      '',
    ].join('\n');
    const request = {
      key: 'POST /imports',
      query: { purpose: 'kyc', fileName: 'p.csv', unmapped: 'ignore' },
      idempotencyKey: 'i-1',
    } as const;
    const accepted = await partner({ ...request, csv });
    expect(accepted.status, accepted.text).toBe(202);
    expect(accepted.json()).toMatchObject({ ignoredColumns: ['note'] });
    const params = { id: accepted.json().id };
    const state = async () => (await partner({ key: 'GET /imports/{id}', params })).json();
    await expect.poll(async () => (await state()).status).toBe('done');
    expect(await state()).toMatchObject({ processed: 4, accepted: 2, rejected: 2 });
    const errors = await partner({ key: 'GET /imports/{id}/errors', params });
    const rows = errors.json<{ row: number; column: string }[]>();
    expect(rows.map(({ row, column }) => [row, column])).toEqual([
      [2, 'aadhaar'],
      [4, 'dob'],
    ]);
    expect(errors.text).not.toMatch(/499118665247|31\/31/);
    for (const idempotencyKey of ['i-1', 'i-2', undefined]) {
      const repeated = await partner({ ...request, csv, idempotencyKey });
      expect([repeated.status, repeated.json().id]).toEqual([202, params.id]);
    }
    const reused = await partner({ ...request, csv: 'name\nAsha\n' });
    expect([reused.status, reused.json().reason]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await partner({ key: 'GET /imports' })).json<unknown[]>()).toHaveLength(1);
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
    expect(trail).toContainEqual(expect.objectContaining({ actorType: 'api_client', actorName: 'A P' }));
    expect(new Set(trail.map(({ details }) => `${details.purpose} ${details.decision}`))).toEqual(
      new Set(['kyc allowed', 'marketing refused']),
    );
  });

  it('loses access as soon as its secret is replaced', async () => {
    const users = (await root({ key: 'GET /users' })).json<{ id: number; email: string }[]>();
    const params = { id: users.find(({ email }) => email === 'api@example.org')?.id };
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
