import { permissionDenied, unavailable } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { PurposesService } from '@pii-vault/proto/compliance/v1/purposes';
import { ConsentsService } from '@pii-vault/proto/vault/v1/consents';
import { ErasuresService } from '@pii-vault/proto/vault/v1/erasures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let given = 0;
let isAway = false;
let erased: number[] = [];
let budget = 0;

beforeAll(async () => {
  const consents = fakeRpc(ConsentsService, {
    giveConsents: async (_ctx, { individualIds }) => {
      given += 1;
      return {
        results: individualIds.map((individualId) => ({ individualId, status: 'given', fieldTypes: [] })),
      };
    },
  });
  const erasures = fakeRpc(ErasuresService, {
    eraseIndividual: async (_ctx, { individualId, companyId }) => {
      if (individualId === 404) throw notFound();
      if (individualId === 503) throw unavailable('AWAY', 'Away');
      if (erased.length === budget) throw permissionDenied('APPROVAL_REQUIRED', 'More need an approval');
      erased.push(individualId);
      const at = new Date();
      const none = { certificate: undefined, texts: undefined };
      return {
        erasure: { companyId, individualId, status: 'sealed', requestedAt: at, shredAt: at, ...none },
      };
    },
  });
  const purposes = fakeRpc(PurposesService, {
    getNotices: async () => {
      if (isAway) throw unavailable('AWAY', 'Away');
      const notice = { version: '2', fieldTypes: [], publishedAt: new Date('2026-11-21T00:00:00Z') };
      return { purposes: [{ purpose: 'kyc', notices: [notice] }] };
    },
  });
  world = await gatewayWorld({ vault: [consents, erasures], compliance: [purposes] });
  world.identity.users.set('asha', { companies: { 1: ['pii:write', 'pii:erase'] } });
});
afterAll(() => world.stop());
beforeEach(() => {
  [given, isAway, erased, budget] = [0, false, [], 100];
});

async function send(path: string, body: object) {
  const response = await world.fetch(path, {
    method: 'POST',
    headers: { authorization: 'Bearer asha', 'content-type': 'application/json' },
    body: JSON.stringify({ companyId: 1, ...body }),
  });
  return { status: response.status, answer: await response.json() };
}

describe('POST /consents', () => {
  const details = {
    purpose: 'kyc',
    noticeVersion: '2',
    language: 'hi',
    channel: 'web',
    date: '2026-11-22T08:00:00Z',
  };
  const give = (change: object = {}) =>
    send('/api/consents', { individualIds: [7], consentDetails: { ...details, ...change } });

  it('records a consent to a purpose and notice of the register', async () => {
    expect(await give()).toMatchObject({
      status: 200,
      answer: { results: [{ individualId: 7, status: 'given' }] },
    });
    expect(given).toBe(1);
  });

  it.each([
    ['PURPOSE_UNKNOWN', { purpose: 'marketing' }],
    ['NOTICE_UNKNOWN', { noticeVersion: '9' }],
    ['CONSENT_BEFORE_NOTICE', { date: '2026-11-20T08:00:00Z' }],
  ])('refuses what the register does not have: %s', async (reason, change) => {
    expect(await give(change)).toMatchObject({ status: 400, answer: { reason } });
    expect(given).toBe(0);
  });
});

describe('POST /erasures', () => {
  const erase = (individualIds: number[]) => send('/api/erasures', { individualIds, reason: 'On request' });

  it('refuses a person and goes on with the others', async () => {
    const { answer } = await erase([1, 404, 2, 2]);
    expect(answer).toMatchObject({
      results: [
        { individualId: 1, status: 'sealed' },
        { individualId: 404, status: 'refused', reason: 'NOT_FOUND' },
        { individualId: 2, status: 'sealed' },
      ],
    });
    expect(erased).toEqual([1, 2]);
  });

  it('names every person that the budget leaves out, and refuses the call if it leaves out all', async () => {
    budget = 1;
    expect((await erase([1, 2, 3])).answer).toMatchObject({
      results: [{ status: 'sealed' }, { reason: 'APPROVAL_REQUIRED' }, { reason: 'APPROVAL_REQUIRED' }],
    });
    expect(await erase([2])).toMatchObject({ status: 403, answer: { reason: 'APPROVAL_REQUIRED' } });
  });

  it('ends when a service is away, so that a repeated call continues', async () => {
    expect((await erase([1, 503, 2])).status).toBe(503);
    expect(erased).toEqual([1]);
  });
});
