import { SecurityService, ThreatPattern } from '@pii-vault/proto/identity/v1/security';
import { ProbeAlarm, ProbesService } from '@pii-vault/proto/lineage/v1/probes';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { BudgetAlarm, BudgetsService } from '@pii-vault/proto/vault/v1/budgets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeRpc } from './fake-services.ts';
import { type GatewayWorld, gatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
const at = new Date('2026-11-27T06:00:00Z');
const seen = { firstSeenAt: at, lastSeenAt: at };

const newer = {
  identity: [
    fakeRpc(SecurityService, {
      listThreats: async () => ({
        blockedIps: [],
        unansweredServices: [],
        patterns: [
          ThreatPattern.fromPartial({
            kind: 'quantum_guessing',
            source: { kind: 'satellite', value: 'x' },
            ...seen,
          }),
        ],
      }),
    }),
  ],
  tenancy: [fakeRpc(DirectoryService, { getCompanies: async () => ({ companies: [] }) })],
  vault: [
    fakeRpc(BudgetsService, {
      listBudgetAlarms: async () => ({
        loosenings: [],
        alarms: [
          BudgetAlarm.fromPartial({
            companyId: 1,
            userId: 2,
            kind: 'dreams',
            used: 9,
            firstAt: at,
            lastAt: at,
          }),
        ],
      }),
    }),
  ],
  lineage: [
    fakeRpc(ProbesService, {
      listProbes: async () => ({
        alarms: [
          ProbeAlarm.fromPartial({
            id: 3,
            companyId: 1,
            otherCompanyId: 2,
            agreementId: 4,
            reason: 'wishes',
            ...seen,
          }),
        ],
      }),
    }),
  ],
};

beforeAll(async () => {
  world = await gatewayWorld(newer);
  world.identity.users.set('asha', { companies: { 1: ['security:read'] } });
});
afterAll(() => world.stop());

it('shows alarms of kinds that services of a newer version report, as kind other', async () => {
  const response = await world.fetch('/api/security/threats', { headers: { authorization: 'Bearer asha' } });
  expect(response.status).toBe(200);
  const { patterns, probes } = await response.json();
  expect(patterns).toMatchObject([
    { kind: 'other', source: { kind: 'other', value: 'x' } },
    { kind: 'reveal_budget', attempts: 9, budget: { kind: 'other' } },
  ]);
  expect(probes).toMatchObject([{ kind: 'matching_probe', reason: 'other' }]);
});
