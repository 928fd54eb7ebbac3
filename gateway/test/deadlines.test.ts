import { permissions } from '@pii-vault/contract/permissions';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ChecksService } from '@pii-vault/proto/compliance/v1/checks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
/** Remaining time of calls at their arrival, ms. */
const left = new Map<string, number>();

beforeAll(async () => {
  const answer = (name: string) => async (ctx: Ctx) => {
    left.set(name, ctx.deadlineAt - Date.now());
    return { checks: [] };
  };
  const checks = fakeRpc(ChecksService, {
    listChecks: answer('list'),
    runChecks: answer('run'),
  });
  world = await gatewayWorld({ compliance: [checks] });
  world.identity.users.set('admin', { userId: 2, primaryCompanyId: 1, companies: { 1: permissions } });
});
afterAll(() => world.stop());

it('gives a compliance run a longer deadline than a read', async () => {
  const headers = { authorization: 'Bearer admin', 'content-type': 'application/json' };
  await world.fetch('/api/compliance?companyId=1', { headers });
  await world.fetch('/api/compliance/run', { method: 'POST', headers, body: '{"companyId":1}' });
  expect(left.get('list')).toBeLessThanOrEqual(10_000);
  expect(left.get('run')).toBeGreaterThan(10_000);
  expect(left.get('run')).toBeLessThanOrEqual(30_000);
});
