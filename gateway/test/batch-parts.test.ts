import { RecordsService } from '@pii-vault/proto/vault/v1/records';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
/** Time that each part had left, ms. */
let left: number[];
let duringPart: () => Promise<void>;

beforeAll(async () => {
  const records = fakeRpc(RecordsService, {
    createRecords: async (ctx, { records }) => {
      left.push(ctx.deadlineAt - Date.now());
      await duringPart();
      return {
        results: records.map((_, index) => ({ index, status: 'created', individualId: 1, errors: [] })),
      };
    },
  });
  world = await gatewayWorld({ vault: [records] });
});
afterAll(() => world.stop());

beforeEach(() => {
  left = [];
  duringPart = async () => {};
  world.identity.users.set('asha', { companies: { 1: ['pii:write'] } });
});

/** A batch that is too large for one message. */
const batch = {
  companyId: 1,
  consentDetails: { purpose: 'kyc' },
  records: Array.from({ length: 1_000 }, () => ({
    fields: { name: 'Asha Rao', address: 'a'.repeat(1_000) },
  })),
};
const send = () =>
  world.fetch('/api/pii-records/batch', {
    method: 'POST',
    headers: { authorization: 'Bearer asha', 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  });

it('gives each part what is left of the batch’s own deadline', async () => {
  expect((await send()).status).toBe(200);
  expect(left).toHaveLength(2);
  expect(left[1]).toBeGreaterThan(10_000);
  expect(left[1]).toBeLessThanOrEqual(left[0] ?? 0);
});

it('checks the credential again before the next part', async () => {
  duringPart = async () => {
    world.identity.ended.add('asha');
    const { livenessCalls } = world.identity;
    // The liveness of the session is refreshed within seconds.
    await vi.waitFor(() => expect(world.identity.livenessCalls).toBeGreaterThan(livenessCalls), 10_000);
  };
  expect((await send()).status).toBe(401);
  expect(left).toHaveLength(1);
});
