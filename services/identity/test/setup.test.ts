import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootIdentity, type IdentityWorld, PASSWORD } from './identity-world.ts';

let identity: IdentityWorld;

beforeAll(async () => {
  identity = await bootIdentity({ IDENTITY_SETUP_CODE: 'open-sesame' });
});
afterAll(async () => identity?.world.stop());

const good = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'root@example.in',
  password: PASSWORD,
  setupCode: 'open-sesame',
};

describe('the first super_admin', () => {
  it('does not exist at first', async () => {
    const status = await identity.auth.setupStatus(identity.gateway(), {});
    expect(status).toEqual({ needsSetup: true, loginRisk: 'record' });
  });

  // user.test.ts and password-rules.test.ts have the other rules.
  it.each([
    [{ firstName: ' ' }, 'All fields are required'],
    [{ password: 'Short-1' }, 'Password must be at least 12 characters long'],
  ])('is refused with %j', async (wrong, message) => {
    const request = { ...good, ...wrong };
    await expect(identity.auth.setupAdmin(identity.gateway(), request)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message,
    });
  });

  it('needs the setup code if one is configured', async () => {
    const request = { ...good, setupCode: 'guess' };
    await expect(identity.auth.setupAdmin(identity.gateway(), request)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'SETUP_CODE',
    });
  });

  it('is created by exactly one of fifty concurrent calls', async () => {
    const tries = Array.from({ length: 50 }, (_, i) =>
      identity.auth.setupAdmin(identity.gateway(), { ...good, email: `root${i}@example.in` }),
    );
    const results = await Promise.allSettled(tries);
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.user] : []));
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ role: 'super_admin', companyId: undefined, status: 'active' });
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'NOT_FOUND' });
    const rows = await identity.world.sql(`SELECT role FROM identity.users`);
    expect(rows).toEqual([{ role: 'super_admin' }]);

    const { user, token } = await identity.logIn(made[0]?.email ?? '');
    expect(user).toMatchObject({ isSuperAdmin: true, companies: [] });
    expect(user?.permissions).toContain('company:create');
    const caller = await identity.callerOf((await identity.exchange(token)).token);
    expect([caller.isSuperAdmin, caller.everywhere.has('company:create')]).toEqual([true, true]);
  });

  it('is created only once: later setups are refused', async () => {
    const status = await identity.auth.setupStatus(identity.gateway(), {});
    expect(status.needsSetup).toBe(false);
    await expect(identity.auth.setupAdmin(identity.gateway(), good)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Not found',
    });
    expect(await identity.audited('setup_admin')).toHaveLength(1);
  });
});
