import { ExportsServiceService } from '@pii-vault/proto/audit/v1/exports';
import { SecurityServiceService } from '@pii-vault/proto/identity/v1/security';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;

beforeAll(async () => {
  world = await gatewayWorld({
    identity: [
      fakeRpc(SecurityServiceService, {
        listHighRiskAttempts: async () => ({ attempts: [], nextCursor: '', nextBeforeId: 12n }),
      }),
    ],
    audit: [fakeRpc(ExportsServiceService, { recordExport: async () => ({}) })],
  });
  world.identity.users.set('asha', { companies: { 1: ['security:read'] } });
});
afterAll(() => world.stop());

const ask = (path: string) => world.fetch(path, { headers: { authorization: 'Bearer asha' } });

it('refuses risky attempts from an identity service without cursors, instead of an incomplete list', async () => {
  const list = await ask('/api/security/high-risk-attempts');
  expect([list.status, (await list.json()).reason]).toEqual([503, 'SERVICE_RESTARTING']);
  const file = await ask('/api/security/high-risk-attempts/export?format=csv');
  const isWhole = await file.text().then(
    () => file.ok,
    () => false,
  );
  expect(isWhole).toBe(false);
});
