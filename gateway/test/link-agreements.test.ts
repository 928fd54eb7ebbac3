import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import {
  type CreateLinkAgreementRequest,
  LinkAgreement,
  LinkAgreementsService,
} from '@pii-vault/proto/tenancy/v1/link_agreements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
const asked: CreateLinkAgreementRequest[] = [];
beforeAll(async () => {
  world = await gatewayWorld({
    tenancy: [
      fakeRpc(DirectoryService, { getCompanies: async () => ({ companies: [] }) }),
      fakeRpc(LinkAgreementsService, {
        createLinkAgreement: async (_ctx, request) => {
          asked.push(request);
          const { startsAt, endsAt } = request;
          const times = { startsAt, endsAt, createdAt: new Date(0) };
          return {
            agreement: LinkAgreement.fromPartial({
              id: 4,
              companyId: 1,
              otherCompanyId: 2,
              purpose: 'fraud',
              status: 'pending',
              ...times,
            }),
          };
        },
      }),
    ],
  });
  world.identity.users.set('asha', { companies: { 1: ['company:manage'] } });
});
afterAll(() => world.stop());

const ask = (times: object) =>
  world.fetch('/api/link-agreements', {
    method: 'POST',
    headers: { authorization: 'Bearer asha', 'content-type': 'application/json' },
    body: JSON.stringify({ companyId: 1, otherCompanyId: 2, purpose: 'fraud', ...times }),
  });

it('is proposed with a start and an end, or from now on', async () => {
  const times = { startsAt: '2026-12-01T00:00:00.000Z', endsAt: '2027-12-01T00:00:00.000Z' };
  expect(await (await ask(times)).json()).toMatchObject(times);
  expect((await ask({})).status).toBe(201);
  expect(asked.map(({ startsAt, endsAt }) => [startsAt?.toISOString(), endsAt?.toISOString()])).toEqual([
    [times.startsAt, times.endsAt],
    [undefined, undefined],
  ]);
  expect((await ask({ endsAt: 'next year' })).status).toBe(400);
});
