import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootFactors, type FactorWorld, type Person } from './factor-world.ts';
import { adminOf, SUPER } from './identity-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await bootFactors('super_admin,admin');
});
afterAll(async () => world?.world.stop());

const set = async (companyId: number, ...roles: string[]) =>
  world.factorPolicies.setFactorPolicy(await world.world.as(adminOf(companyId)), {
    companyId,
    roles,
  });
beforeEach(async () => {
  for (const companyId of [1, 2]) await set(companyId);
});
const lackOf = async (person: Person) => (await world.callerBehind(person)).lacks;

describe('the second-factor policy of a company', () => {
  it('is that of the deployment until the company sets one, and is never laxer', async () => {
    const ctx = await world.world.as(adminOf(3));
    const { policy } = await world.factorPolicies.getFactorPolicy(ctx, { companyId: 3 });
    expect(policy).toMatchObject({
      roles: [],
      alwaysRequired: ['admin'],
      updatedAt: undefined,
    });
    await set(1, 'pii_view');
    expect(await lackOf(await world.person('admin'))).toBe('factor_enrolment');
  });

  it('applies to running sessions of users with such a role, who then cannot remove their last factor', async () => {
    const person = await world.person('pii_view');
    expect(await lackOf(person)).toBeUndefined();
    await set(1, 'pii_view');
    expect(await lackOf(person)).toBe('factor_enrolment');
    const own = await person.as('factor_enrolment', { provenAt: Date.now() });
    expect(await world.factors.listFactors(own, {})).toMatchObject({ required: true, proofs: ['password'] });
    const { id } = await world.addApp(own);
    expect(await lackOf(person)).toBeUndefined();
    await expectRefusal(world.factors.removeFactor(await person.as(), { id }), 'LAST_FACTOR');
    await set(1);
    expect(await lackOf(await world.person('pii_view'))).toBeUndefined();
  });

  it('applies to the role of the user in that company', async () => {
    const person = await world.person('pii_view');
    await set(2, 'analytics');
    expect(await lackOf(person)).toBeUndefined();
    const lend = async (companyId: number, role: string) => {
      const ctx = await world.world.as(SUPER);
      const userId = person.userId;
      const { roles } = await world.roles.listCompanyRoles(ctx, { id: userId });
      const former = roles.find((one) => one.companyId === companyId);
      if (former !== undefined)
        await world.roles.removeCompanyRole(ctx, { id: userId, assignmentId: former.id });
      await world.roles.assignCompanyRole(ctx, { id: userId, companyId, role });
    };
    await lend(2, 'pii_view');
    expect(await lackOf(person)).toBeUndefined();
    await lend(2, 'analytics');
    expect(await lackOf(person)).toBe('factor_enrolment');
    await set(2, 'pii_view');
    expect(await lackOf(person)).toBeUndefined();
    await set(1, 'pii_view');
    expect(await lackOf(person)).toBe('factor_enrolment');
    await lend(1, 'analytics');
    expect(await lackOf(person)).toBeUndefined();
  });

  it('applies to a user of all companies when any company sets it', async () => {
    const email = 'everywhere@example.in';
    const person = await world.signedIn(email, await world.create({ email, role: 'analytics' }));
    expect(await lackOf(person)).toBeUndefined();
    await set(2, 'analytics');
    expect(await lackOf(person)).toBe('factor_enrolment');
  });

  it('writes an entry for a change, which names the removed roles', async () => {
    await set(1, 'analytics', 'pii_view', 'pii_view');
    await set(1, 'analytics', 'pii_view');
    await set(1, 'pii_view');
    const entries = (await world.audited('factor_policy_update')).slice(-2);
    expect(entries.map(({ companyId, objectIds }) => ({ companyId, objectIds }))).toEqual([
      { companyId: 1, objectIds: { roles: 'analytics pii_view' } },
      { companyId: 1, objectIds: { roles: 'pii_view', removed: 'analytics' } },
    ]);
  });

  it('is loosened only in a session of the user, even if programs may change access', async () => {
    await set(1, 'pii_view');
    const permissions = ['company:manage', 'access:automate'];
    for (const program of [{ clientId: 'pvc_1' }, { actorUserId: 7 }]) {
      const ctx = await world.world.as({ userId: 9_005, companies: { 1: permissions }, ...program });
      const change = (...roles: string[]) =>
        world.factorPolicies.setFactorPolicy(ctx, { companyId: 1, roles });
      await expectRefusal(change('analytics'), 'OWN_SESSION_REQUIRED');
      const { policy } = await change('analytics', 'pii_view');
      expect(policy?.roles).toEqual(['pii_view', 'analytics']);
      await set(1, 'pii_view');
    }
  });

  it.each(['super_admin', 'root', ''])('refuses the role %j', async (role) => {
    await expectRefusal(set(1, role), 'INVALID_ROLES');
  });

  it('cannot be set for a company that does not exist', async () => {
    const ctx = await world.world.as(SUPER);
    await expectRefusal(
      world.factorPolicies.setFactorPolicy(ctx, { companyId: 77, roles: ['admin'] }),
      'NOT_FOUND',
    );
  });
});
