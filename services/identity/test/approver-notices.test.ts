import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootIdentity, type IdentityWorld, SUPER } from './identity-world.ts';

let identity: IdentityWorld;
const ids = new Map<string, number>();
beforeAll(async () => {
  identity = await bootIdentity();
  const people = [
    { email: 'asker@example.in', role: 'pii_view', companyId: 2 },
    { email: 'admin@example.in', role: 'admin', companyId: 2 },
    { email: 'gone@example.in', role: 'admin', companyId: 2 },
    { email: 'viewer@example.in', role: 'pii_view', companyId: 2 },
    { email: 'lent@example.in', role: 'pii_view', companyId: 3 },
    { email: 'elsewhere@example.in', role: 'admin', companyId: 3 },
    { email: 'root@example.in', role: 'super_admin' },
  ];
  for (const one of people) ids.set(one.email, await identity.create(one));
  const boss = await identity.world.as(SUPER);
  const grant = { id: ids.get('lent@example.in') ?? 0, companyId: 2, role: 'admin' };
  await identity.roles.assignCompanyRole(boss, grant);
  const gone = { id: ids.get('gone@example.in') ?? 0, status: 'inactive' };
  await identity.users.setUserStatus(boss, gone);
});
afterAll(() => identity?.world.stop());

const mail = async (except: readonly string[]) => {
  identity.sent.length = 0;
  const notices = identity.world.client(ApproverNoticesService, 'identity');
  const { mailed } = await notices.mailApprovers(identity.world.asService('vault', 2), {
    ...{ companyId: 2, approvalId: 7, requestedBy: ids.get('asker@example.in') ?? 0 },
    exceptUserIds: except.map((email) => ids.get(email) ?? 0),
    ...{ kind: 'reveal', purpose: 'kyc', people: 2_000 },
  });
  return { mailed, to: identity.sent.map(({ to }) => to).sort() };
};

it('mails super admins and active users who may approve in the company by default or company role', async () => {
  expect(await mail(['asker@example.in'])).toEqual({
    mailed: 3,
    to: ['admin@example.in', 'lent@example.in', 'root@example.in'],
  });
  const [first] = identity.sent;
  expect(first?.text).toContain(
    'Asha Rao <asker@example.in> asks to reveal the values of 2000 people of company 2',
  );
  expect(first?.text).toContain('/approvals?company=2&request=7');
});

it('never mails users who may not decide, and applies role permissions of the company', async () => {
  expect((await mail(['admin@example.in', 'lent@example.in'])).to).toEqual(['root@example.in']);
  await identity.world.sql(
    `INSERT INTO identity.role_permissions (role, permission, company_id) VALUES ('admin', 'company:manage', 2)`,
  );
  expect((await mail([])).to).toEqual(['root@example.in']);
});

it('answers while the mail server is down', async () => {
  identity.mail.isDown = true;
  expect(await mail([])).toEqual({ mailed: 0, to: [] });
  identity.mail.isDown = false;
});

it('mails an approver three requests of one sender a day, and says which is the last', async () => {
  const asker = await identity.create({ email: 'busy@example.in', role: 'pii_view', companyId: 3 });
  const notices = identity.world.client(ApproverNoticesService, 'identity');
  const request = async (approvalId: number) =>
    notices.mailApprovers(identity.world.asService('vault', 3), {
      ...{ companyId: 3, approvalId, requestedBy: asker, exceptUserIds: [asker] },
      ...{ kind: 'reveal', purpose: `purpose-${approvalId}`, people: 2_000 },
    });
  identity.sent.length = 0;
  for (let id = 1; id <= 12; id++) await request(id);
  const toAdmin = identity.sent.filter(({ to }) => to === 'elsewhere@example.in');
  const last = 'This is the last mail about such requests';
  expect(toAdmin.map(({ text }) => text.includes(last))).toEqual([false, false, true]);
  expect(identity.sent.length).toBe(2 * 3);
});

it('counts approvers of the company without super admins, and mails all of them about looser limits, five times a day', async () => {
  await identity.world.sql(
    `DELETE FROM identity.role_permissions WHERE role = 'admin' AND company_id = 2 AND permission = 'company:manage'`,
  );
  const notices = identity.world.client(ApproverNoticesService, 'identity');
  const ctx = identity.world.asService('vault', 2);
  const idOf = (email: string) => ids.get(email) ?? 0;
  const count = async (...emails: string[]) =>
    (await notices.countApprovers(ctx, { companyId: 2, exceptUserIds: emails.map(idOf) })).ofCompany;
  for (const table of ['former_roles', 'former_permissions'])
    await identity.world.sql(`UPDATE identity.${table} SET ended_at = now() - interval '8 days'`);
  expect(await count()).toBe(2);
  expect(await count('admin@example.in')).toBe(1);
  expect(await count('admin@example.in', 'lent@example.in')).toBe(0);
  identity.sent.length = 0;
  const change = {
    companyId: 2,
    requestedBy: idOf('admin@example.in'),
    dueAt: new Date('2026-11-24T08:00:30Z'),
  };
  expect(await notices.mailPolicyChange(ctx, { ...change, isAlone: true })).toEqual({ mailed: 3 });
  expect(identity.sent.map(({ to }) => to).sort()).toEqual([
    'admin@example.in',
    'lent@example.in',
    'root@example.in',
  ]);
  const text = identity.sent[0]?.text;
  expect(text).toContain('Asha Rao <admin@example.in> asks for looser limits');
  expect(text).toContain('take effect at 2026-11-24 08:00 UTC unless an approver refuses');
  expect(text).toContain('/limits?company=2');
  await notices.mailPolicyChange(ctx, { ...change, isAlone: false });
  expect(identity.sent.at(-1)?.text).toContain('Another administrator must approve');
  for (let n = 0; n < 10; n++) await notices.mailPolicyChange(ctx, { ...change, isAlone: false });
  const toRoot = identity.sent.filter(({ to }) => to === 'root@example.in');
  const isLast = toRoot.map(({ text }) => text.includes('This is the last mail about such requests'));
  expect(isLast).toEqual([false, false, false, false, true]);
});

describe('a former administrator', () => {
  const aged = async () => {
    for (const table of ['former_roles', 'former_permissions'])
      await identity.world.sql(`UPDATE identity.${table} SET ended_at = now() - interval '8 days'`);
  };
  const notices = () => identity.world.client(ApproverNoticesService, 'identity');
  const others = async () => {
    const request = { companyId: 1, exceptUserIds: [ids.get('first@example.in') ?? 0] };
    return (await notices().countApprovers(identity.world.asService('vault', 1), request)).ofCompany;
  };
  beforeAll(async () => {
    ids.set(
      'first@example.in',
      await identity.create({ email: 'first@example.in', role: 'admin', companyId: 1 }),
    );
  });
  beforeEach(async () => {
    await aged();
    expect(await others()).toBe(0);
  });

  it.each([
    ['disabled', (id: number, boss: Ctx) => identity.users.setUserStatus(boss, { id, status: 'inactive' })],
    ['deleted', (id: number, boss: Ctx) => identity.users.deleteUser(boss, { id })],
    [
      'given a lower default role',
      () =>
        identity.world.sql(`UPDATE identity.users SET role = 'pii_view' WHERE email = 'second@example.in'`),
    ],
    [
      'given a lower company role',
      (userId: number, boss: Ctx) =>
        identity.roles.assignCompanyRole(boss, { id: userId, companyId: 1, role: 'pii_view' }),
    ],
  ])('counts as a second person for 7 days: %s', async (_how, stop) => {
    const second = await identity.create({ email: 'second@example.in', role: 'admin', companyId: 1 });
    expect(await others()).toBe(1);
    await stop(second, await identity.world.as(SUPER));
    expect(await others()).toBe(1);
    await identity.world.sql(`UPDATE identity.former_roles SET ended_at = now() - interval '8 days'`);
    expect(await others()).toBe(0);
    await identity.world.sql(
      `UPDATE identity.users SET email = email || id, email_key = email_key || id WHERE id = $1::bigint`,
      [second],
    );
  });

  it('counts after the company role was removed', async () => {
    const lent = await identity.create({ email: 'lent1@example.in', companyId: 3 });
    const boss = await identity.world.as(SUPER);
    const { role } = await identity.roles.assignCompanyRole(boss, {
      id: lent,
      companyId: 1,
      role: 'admin',
    });
    await identity.roles.removeCompanyRole(boss, { id: lent, assignmentId: role?.id ?? 0 });
    expect(await others()).toBe(1);
  });

  describe('whose role lost a permission', () => {
    const ADMIN = `role = 'admin' AND permission = 'pii:reveal'`;
    let second = 0;
    beforeEach(async () => {
      second = await identity.create({ email: `s${Date.now()}@example.in`, role: 'admin', companyId: 1 });
      expect(await others()).toBe(1);
    });
    afterEach(async () => {
      const boss = await identity.world.as(SUPER);
      await identity.users.deleteUser(boss, { id: second });
      await identity.world.sql(`DELETE FROM identity.role_permissions WHERE company_id = 1`);
      await identity.world.sql(
        `INSERT INTO identity.role_permissions (role, permission) VALUES ('admin', 'pii:reveal') ON CONFLICT DO NOTHING`,
      );
      await aged();
    });

    it.each([
      ['everywhere', `DELETE FROM identity.role_permissions WHERE ${ADMIN} AND company_id IS NULL`],
      [
        'in the company, by rows that replace the general ones',
        `INSERT INTO identity.role_permissions (role, permission, company_id)
         VALUES ('admin', 'company:manage', 1), ('admin', 'audit:read', 1)`,
      ],
    ])('counts for 7 days: %s', async (_where, taken) => {
      await identity.world.sql(taken);
      expect(await others()).toBe(1);
      await aged();
      expect(await others()).toBe(0);
    });

    it('counts even if the user was also disabled', async () => {
      await identity.world.sql(`DELETE FROM identity.role_permissions WHERE ${ADMIN} AND company_id IS NULL`);
      await identity.users.setUserStatus(await identity.world.as(SUPER), {
        id: second,
        status: 'inactive',
      });
      expect(await others()).toBe(1);
    });

    it('does not count when the role never had the permission in the company', async () => {
      await identity.world.sql(
        `INSERT INTO identity.role_permissions (role, permission, company_id) VALUES ('admin', 'company:manage', 1)`,
      );
      await aged();
      expect(await others()).toBe(0);
      await identity.world.sql(`DELETE FROM identity.role_permissions WHERE ${ADMIN} AND company_id IS NULL`);
      expect(await others()).toBe(0);
    });
  });
});
