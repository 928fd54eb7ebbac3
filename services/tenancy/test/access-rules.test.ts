import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { AccessRuleChanged } from '@pii-vault/proto/tenancy/events/v1/tenancy_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootTenancy, SUPER, type TenancyWorld } from './tenancy-world.ts';

let tenancy: TenancyWorld;
let boss: Ctx;

beforeAll(async () => {
  tenancy = await bootTenancy();
  boss = { ...(await tenancy.world.as(SUPER)), ipAddress: '198.51.100.7' };
});
afterAll(async () => tenancy?.world.stop());

const rule = (kind: string, text: string, more: object = {}) => ({
  kind,
  rule: text,
  confirm: false,
  originHost: '',
  ...more,
});
const list = () => tenancy.access.listAccessRules(boss, {});

describe('the allow-list', () => {
  it('accepts addresses, ranges and hosts once, and publishes each change', async () => {
    const missing = async () =>
      (await waitingOf(tenancy.world, 'tenancy')(boss, 1))['setup.addresses']?.count;
    expect(await missing()).toBe(1);
    for (const text of ['198.51.100.0/24', '2001:DB8::/32', '198.51.100.0/24'])
      await tenancy.access.addAccessRule(boss, rule('ip', text));
    await tenancy.access.addAccessRule(boss, rule('domain', ' .Example.com '));
    expect(await missing()).toBe(0);
    expect(await list()).toEqual({
      allowedIps: ['198.51.100.0/24', '2001:db8::/32'],
      allowedDomains: ['.example.com'],
    });
    const added = await tenancy.published('tenancy.access_rule_added');
    expect(added.map(({ payload }) => AccessRuleChanged.decode(payload).rule)).toEqual([
      '198.51.100.0/24',
      '2001:db8::/32',
      '.example.com',
    ]);
    await tenancy.access.removeAccessRule(boss, rule('ip', '2001:db8::/32'));
    await expectRefusal(tenancy.access.removeAccessRule(boss, rule('ip', '2001:db8::/32')), 'NOT_FOUND');
  });

  it.each([
    ['ip', '300.1.1.1', 'Please enter a valid IP address'],
    ['ip', '10.0.0.0/40', 'Please enter a valid IP address'],
    ['domain', 'https://x.in', 'Please enter a valid domain name'],
    ['port', '80', 'The kind is ip or domain'],
  ])('refuses the %s %s', async (kind, text, message) => {
    await expect(tenancy.access.addAccessRule(boss, rule(kind, text))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message,
    });
  });

  it('does not let the caller block its own address without confirmation', async () => {
    await tenancy.access.addAccessRule(boss, rule('ip', '203.0.113.0/24'));
    const last = rule('ip', '198.51.100.0/24');
    await expectRefusal(tenancy.access.removeAccessRule(boss, last), 'LOCKS_OUT');
    expect((await list()).allowedIps).toContain('198.51.100.0/24');
    const fromPage = rule('domain', '.example.com', { originHost: 'console.example.com' });
    await tenancy.access.addAccessRule(boss, rule('domain', 'other.in'));
    await expectRefusal(tenancy.access.removeAccessRule(boss, fromPage), 'LOCKS_OUT');
    await tenancy.access.removeAccessRule(boss, { ...last, confirm: true });
    expect((await list()).allowedIps).toEqual(['203.0.113.0/24']);
    const local = { ...boss, ipAddress: '127.0.0.1' };
    await tenancy.access.addAccessRule(local, rule('ip', '192.0.2.1'));
  });

  it('cannot be changed with a permission in one company', async () => {
    const admin = { userId: 9, companies: { 1: ['access:manage'] } };
    for (const user of [adminOf(1), admin])
      await expectRefusal(
        tenancy.access.addAccessRule(await tenancy.world.as(user), rule('ip', '192.0.2.9')),
        'PERMISSION_DENIED',
      );
    await expectRefusal(
      tenancy.access.listAccessRules(await tenancy.world.as(admin), {}),
      'PERMISSION_DENIED',
    );
  });
});
