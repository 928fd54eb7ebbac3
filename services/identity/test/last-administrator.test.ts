import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminOf, bootIdentity, type IdentityWorld, NOTHING, SUPER } from './identity-world.ts';

const REFUSED = { code: 'FAILED_PRECONDITION', reason: 'LAST_ADMINISTRATOR' };
let identity: IdentityWorld;
let colleague: Ctx;
let people = 0;
beforeAll(async () => {
  identity = await bootIdentity();
  // An administrator by token only, so that no row counts as another one.
  colleague = await identity.world.as(adminOf(1));
});
afterAll(() => identity?.world.stop());
beforeEach(() => identity.world.sql(`UPDATE identity.users SET status = 'inactive' WHERE company_id = 1`));

async function create(role = 'admin', companyId = 1): Promise<number> {
  people += 1;
  return await identity.create({ email: `admin${people}@example.in`, role, companyId });
}

const changes: Readonly<Record<string, (ctx: Ctx, userId: number) => Promise<unknown>>> = {
  'is suspended': (ctx, userId) => identity.users.setUserStatus(ctx, { id: userId, status: 'suspended' }),
  'is disabled': (ctx, userId) => identity.users.setUserStatus(ctx, { id: userId, status: 'inactive' }),
  'is deleted': (ctx, userId) => identity.users.deleteUser(ctx, { id: userId }),
  'gets a lower role': (ctx, userId) =>
    identity.users.updateUser(ctx, { ...NOTHING, id: userId, role: 'analytics' }),
  'gets a lower company role': (ctx, userId) =>
    identity.roles.assignCompanyRole(ctx, { id: userId, companyId: 1, role: 'analytics' }),
};

describe('the last active administrator of a company', () => {
  it.each(Object.entries(changes))('%s by a super admin only', async (_, change) => {
    const last = await create();
    await create('pii_view');
    await create('admin', 2);
    await expect(change(colleague, last)).rejects.toMatchObject(REFUSED);
    const other = await create();
    await change(colleague, other);
    await expect(change(colleague, last)).rejects.toMatchObject(REFUSED);
    await change(await identity.world.as(SUPER), last);
  });

  it('keeps the company role that makes it one', async () => {
    const userId = await create('pii_view');
    const boss = await identity.world.as(SUPER);
    const { role } = await identity.roles.assignCompanyRole(boss, {
      id: userId,
      companyId: 1,
      role: 'admin',
    });
    const removed = { id: userId, assignmentId: role?.id ?? 0 };
    await expect(identity.roles.removeCompanyRole(colleague, removed)).rejects.toMatchObject(REFUSED);
    await create();
    await identity.roles.removeCompanyRole(colleague, removed);
  });

  it.each(Object.entries(changes))('%s only once of two at the same time', async (_, change) => {
    const both = [await create(), await create()];
    const outcomes = await Promise.allSettled(both.map((userId) => change(colleague, userId)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is one of two whose company roles are removed at the same time', async () => {
    const boss = await identity.world.as(SUPER);
    const both = [await create('pii_view'), await create('pii_view')];
    const given = both.map(async (userId) => {
      const { role } = await identity.roles.assignCompanyRole(boss, {
        id: userId,
        companyId: 1,
        role: 'admin',
      });
      return { id: userId, assignmentId: role?.id ?? 0 };
    });
    const roles = await Promise.all(given);
    const outcomes = await Promise.allSettled(
      roles.map((one) => identity.roles.removeCompanyRole(colleague, one)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
