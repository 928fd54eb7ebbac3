import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminOf,
  bootIdentity,
  type IdentityWorld,
  newUser,
  PASSWORD,
  SUPER,
  signIn,
} from './identity-world.ts';

let identity: IdentityWorld;
beforeAll(async () => {
  identity = await bootIdentity();
  await identity.create({ email: 'doctor@example.in', companyId: 2 });
  await identity.create({ email: 'root@example.in', role: 'super_admin' });
});
afterAll(() => identity?.world.stop());

const attacker = () => identity.world.as(adminOf(1));
const create = async (email: string, more: object = {}) =>
  identity.users.createUser(await attacker(), { ...newUser({ email, companyId: 1 }), ...more });

/** An answer without ids, times and the address. */
function shapeOf({ user, temporaryPassword, emailSent }: Awaited<ReturnType<typeof create>>) {
  const { id: _, email: __, createdAt, updatedAt, ...rest } = user ?? {};
  return {
    ...rest,
    hasTimes: createdAt !== undefined && updatedAt !== undefined,
    hasSecret: temporaryPassword !== '',
    emailSent,
  };
}

describe('an administrator who tries addresses', () => {
  it.each(['doctor@example.in', 'DOCTOR@Example.in', 'root@example.in'])(
    'does not learn whether another company has %s',
    async (taken) => {
      const free = shapeOf(await create(`free-${taken}`, { sendEmail: true }));
      const held = await create(taken, { sendEmail: true });
      expect(shapeOf(held)).toEqual(free);
      const again = { reason: 'EMAIL_EXISTS' };
      await expect(create(taken)).rejects.toMatchObject(again);
      await expect(create(`free-${taken}`)).rejects.toMatchObject(again);
      const listed = await identity.users.listUsers(await attacker(), {
        role: '',
        status: '',
        companyId: 1n,
        limit: 100,
        afterId: 0n,
      });
      expect(listed.users.map(({ email }) => email)).toContain(taken);
      await identity.users.deleteUser(await attacker(), { userId: held.user?.id ?? 0n });
      await expect(create(taken)).resolves.toBeDefined();
      await identity.world.sql(
        `UPDATE identity.users SET deleted_at = now() WHERE company_id = 1 AND deleted_at IS NULL`,
      );
    },
  );

  it('does not learn it by changing the address of a user', async () => {
    const { user } = await create('mine@example.in');
    const nothing = {
      firstName: undefined,
      lastName: undefined,
      role: undefined,
      status: undefined,
      allCompanies: false,
    };
    const rename = async (email: string) =>
      identity.users.updateUser(await attacker(), {
        ...nothing,
        userId: user?.id ?? 0n,
        email,
        companyId: undefined,
        ifRowVersion: undefined,
      });
    expect((await rename('doctor@example.in')).user).toMatchObject({ email: 'doctor@example.in' });
    expect((await rename('free-again@example.in')).user).toMatchObject({ email: 'free-again@example.in' });
  });

  it('neither blocks the login of the owner nor gains access to the account', async () => {
    const held = await create('doctor@example.in');
    const login = (password: string | undefined) =>
      identity.auth.login(identity.gateway(), signIn('doctor@example.in', password));
    await expect(login(PASSWORD)).resolves.toBeDefined();
    await expect(login(held.temporaryPassword)).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
  });
});

describe('a taken address', () => {
  it('causes a mail to its owner, without a link into the second account', async () => {
    await identity.create({ email: 'nurse@example.in', companyId: 2 });
    const before = identity.sent.length;
    await create('nurse@example.in', { sendEmail: true });
    const [mail, ...others] = identity.sent.slice(before);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'nurse@example.in',
      subject: 'A second PII Vault account for your address',
    });
    expect(mail?.text).not.toContain('#');
  });

  it('is reported to administrators of the same company and to super admins', async () => {
    await identity.create({ email: 'colleague@example.in', companyId: 1 });
    const taken = { reason: 'EMAIL_EXISTS' };
    await expect(create('colleague@example.in')).rejects.toMatchObject(taken);
    const byRoot = identity.users.createUser(
      await identity.world.as(SUPER),
      newUser({ email: 'nurse@example.in', companyId: 3 }),
    );
    await expect(byRoot).rejects.toMatchObject(taken);
  });
});
