import { PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { FieldsService } from '@pii-vault/proto/vault/v1/fields';
import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
const received: unknown[] = [];

beforeAll(async () => {
  const masterKey = '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e';
  const records = fakeRpc(RecordsService, {
    createRecord: async (_ctx, { consentDetails }) => {
      received.push(consentDetails?.date);
      return { individualId: 7, masterKey, fieldIds: { name: 1 } };
    },
    createRecords: async (_ctx, { consentDetails }) => {
      received.push(consentDetails?.date);
      return { results: [{ index: 0, status: 'created', individualId: 7, errors: [] }] };
    },
  });
  const fields = fakeRpc(FieldsService, {
    createField: async (_ctx, { consentDetails, companyId, individualId, fieldType }) => {
      received.push(consentDetails?.date);
      const createdAt = new Date('2026-11-21T08:00:00Z');
      return { id: 1, companyId, individualId, fieldType, version: 1, createdAt, consentDetails };
    },
  });
  const purposes = fakeRpc(PurposesService, {
    getNotices: async (_ctx, request) => {
      expect(request).toMatchObject({ companyId: 1, purposes: ['kyc'] });
      const notice = { version: '2', fieldTypes: [], publishedAt: new Date('2026-11-21T00:00:00Z') };
      return { purposes: [{ purpose: 'kyc', notices: [notice] }] };
    },
  });
  world = await gatewayWorld({ vault: [records, fields], compliance: [purposes] });
  world.identity.users.set('asha', { companies: { 1: ['pii:write'] } });
});
afterAll(() => world.stop());

const fields = { name: 'Asha' };
describe.each([
  ['POST /pii-records', '/api/pii-records', { fields }],
  ['POST /pii-records/batch', '/api/pii-records/batch', { records: [{ fields }] }],
  ['POST /pii-fields', '/api/pii-fields', { individualId: 7, fieldType: 'name', plainValue: 'Asha' }],
])('%s', (_name, path, body) => {
  const send = async (consent: object) => {
    const response = await world.fetch(path, {
      method: 'POST',
      headers: { authorization: 'Bearer asha', 'content-type': 'application/json' },
      body: JSON.stringify({ companyId: 1, ...body, consentDetails: { purpose: 'kyc', ...consent } }),
    });
    return { status: response.status, answer: await response.json() };
  };

  it('takes a date with an offset and the name of a purpose as its slug, without a warning', async () => {
    const given = { purpose: ' KYC', date: '2026-11-21T13:30:00+05:30', noticeVersion: '2' };
    const { status, answer } = await send(given);
    expect(status).toBeLessThan(300);
    expect(received.at(-1)).toEqual(new Date('2026-11-21T08:00:00Z'));
    expect(answer).not.toHaveProperty('warnings');
  });

  // consent-warnings.test.ts has the other warnings.
  it('warns of a date before the notice', async () => {
    const early = { date: '2026-11-21T05:29:00+05:30', noticeVersion: '2' };
    expect((await send(early)).answer).toMatchObject({
      warnings: [{ reason: 'CONSENT_BEFORE_NOTICE', path: 'consentDetails.date' }],
    });
  });
});
