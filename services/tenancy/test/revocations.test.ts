import { ReplayRequest, RevocationsService } from '@pii-vault/proto/platform/v1/revocations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootTenancy, SUPER, type TenancyWorld } from './tenancy-world.ts';

let tenancy: TenancyWorld;

beforeAll(async () => {
  tenancy = await bootTenancy({}, [], true);
});
afterAll(async () => tenancy?.world.stop());

const removed = (kind: string, rule: string) =>
  ReplayRequest.fromPartial({
    action: 'access_rule_remove',
    occurredAt: new Date(),
    objectIds: { kind, rule },
  });
const replay = async (kind: string, rule: string) => {
  const rpc = tenancy.world.client(RevocationsService, 'tenancy');
  return (await rpc.replay(tenancy.world.asService('audit'), removed(kind, rule))).outcome;
};

it('keeps the last rule of its kind, because an empty list allows every address', async () => {
  const boss = await tenancy.world.as(SUPER);
  const rules = [
    ['ip', '192.0.2.1'],
    ['ip', '192.0.2.2'],
    ['domain', 'example.in'],
  ] as const;
  for (const [kind, rule] of rules)
    await tenancy.access.addAccessRule(boss, { kind, rule, confirm: true, originHost: '' });
  expect(await replay('ip', '192.0.2.3')).toBe('already');
  expect(await replay('ip', '192.0.2.1')).toBe('done');
  expect(await replay('ip', '192.0.2.1')).toBe('already');
  expect(await replay('ip', '192.0.2.2')).toBe('kept');
  expect(await replay('domain', 'example.in')).toBe('kept');
  expect(await tenancy.access.listAccessRules(boss, {})).toEqual({
    allowedIps: ['192.0.2.2'],
    allowedDomains: ['example.in'],
  });
});
