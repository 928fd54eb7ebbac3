import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminOf,
  bootIdentity,
  type IdentityWorld,
  NOTHING,
  newUser,
  PASSWORD,
  SUPER,
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
    hasSecret: temporaryPassword !== undefined,
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
        companyId: 1,
        limit: 100,
      });
      expect(listed.users.map(({ email }) => email)).toContain(taken);
      await identity.users.deleteUser(await attacker(), { id: held.user?.id ?? 0 });
      await expect(create(taken)).resolves.toBeDefined();
      await identity.world.sql(
        `UPDATE identity.users SET deleted_at = now() WHERE company_id = 1 AND deleted_at IS NULL`,
      );
    },
  );

  it('does not learn it by changing the address of a user', async () => {
    const { user } = await create('mine@example.in');
    const rename = async (email: string) =>
      identity.users.updateUser(await attacker(), { ...NOTHING, id: user?.id ?? 0, email });
    expect((await rename('doctor@example.in')).user).toMatchObject({ email: 'doctor@example.in' });
    expect((await rename('free-again@example.in')).user).toMatchObject({ email: 'free-again@example.in' });
  });

  it('neither blocks the login of the owner nor gains access to the account', async () => {
    const held = await create('doctor@example.in');
    const login = (password?: string) => identity.logIn('doctor@example.in', password);
    await expect(login(PASSWORD)).resolves.toBeDefined();
    await expectRefusal(login(held.temporaryPassword), 'INVALID_CREDENTIALS');
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

describe('the address of an unused account', () => {
  const theirs = async (email: string, companyId = 2) =>
    identity.users.createUser(await identity.world.as(adminOf(companyId)), {
      ...newUser({ email, companyId }),
    });
  const passDays = (days: number) =>
    identity.world.sql(`UPDATE identity.address_holds SET since = since - interval '${days} days';
      UPDATE identity.users SET created_at = created_at - interval '${days} days'`);
  const rowOf = async (id: number | undefined) => {
    const [row] = await identity.world.sql<{ status: string; email_key: string }>(
      `SELECT status, email_key FROM identity.users WHERE id = ${id}`,
    );
    return row;
  };
  /** Whether a new user of company 2 with the address can sign in. */
  const isFree = async (email: string) => {
    const { user } = await theirs(email);
    return (await rowOf(user?.id))?.email_key === email;
  };
  let head: number;
  beforeAll(async () => {
    head = await identity.create({ email: 'head1@example.in', role: 'admin', companyId: 1 });
  });

  it('is free for another company after 14 days, and the former account is deactivated', async () => {
    const squat = (await create('future@example.in')).user?.id;
    const free = shapeOf(await theirs('surely-free@example.in'));
    await passDays(13);
    const early = await theirs('future@example.in');
    expect(shapeOf(early)).toEqual(free);
    expect(await rowOf(squat)).toEqual({ status: 'active', email_key: 'future@example.in' });
    await identity.users.deleteUser(await identity.world.as(adminOf(2)), { id: early.user?.id ?? 0 });
    await passDays(2);
    const entered = await theirs('future@example.in');
    expect(shapeOf(entered)).toEqual(free);
    expect(await rowOf(squat)).toEqual({ status: 'inactive', email_key: 'held:1:future@example.in' });
    await expect(identity.logIn('future@example.in', entered.temporaryPassword)).resolves.toBeDefined();
    await expectRefusal(create('future@example.in'), 'EMAIL_EXISTS');
  });

  it('is entered in the trail of the former company only, by the service', async () => {
    const squat = (await create('trail@example.in')).user?.id;
    await passDays(15);
    await theirs('trail@example.in');
    const entries = (await identity.audited('user_update')).filter(
      ({ objectIds }) => objectIds.userId === String(squat),
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      companyId: 1,
      actorType: 'service',
      actorId: 'identity',
      reason: 'ADDRESS_RELEASED',
      fieldNames: ['email', 'status'],
      ipAddress: '',
    });
  });

  it('is free when an address is changed to it', async () => {
    const squat = (await create('changed@example.in')).user?.id;
    const { user } = await theirs('typo@example.in');
    await passDays(15);
    const changed = { ...NOTHING, id: user?.id ?? 0, email: 'changed@example.in' };
    await identity.users.updateUser(await identity.world.as(adminOf(2)), changed);
    expect(await rowOf(user?.id)).toMatchObject({ email_key: 'changed@example.in' });
    expect(await rowOf(squat)).toMatchObject({ status: 'inactive' });
  });

  it('is not kept by creating the account, or changing to the address, every few days', async () => {
    const squat = (await create('again@example.in')).user?.id ?? 0;
    await passDays(8);
    await identity.users.deleteUser(await attacker(), { id: squat });
    const second = (await create('elsewhere@example.in')).user?.id ?? 0;
    const rename = async (email: string) =>
      identity.users.updateUser(await attacker(), { ...NOTHING, id: second, email });
    await rename('again@example.in');
    await passDays(7);
    await rename('elsewhere@example.in');
    await rename('again@example.in');
    expect(await isFree('again@example.in')).toBe(true);
  });

  it('begins 14 new days after it was released, and when another company gets it', async () => {
    const squat = (await create('turns@example.in')).user?.id ?? 0;
    await passDays(15);
    const { user } = await theirs('turns@example.in');
    await identity.users.deleteUser(await attacker(), { id: squat });
    await create('turns@example.in');
    expect(await rowOf(user?.id)).toMatchObject({ status: 'active', email_key: 'turns@example.in' });
  });

  const uses: Readonly<Record<string, (userId: number, email: string) => Promise<unknown>>> = {
    'signed in': (_, email) => identity.logIn(email),
    'used a mailed link': async (_, email) => {
      await identity.passwords.forgotPassword(identity.gateway(), { email });
      await expect.poll(() => identity.sent.at(-1)?.to).toBe(email);
      const token = /token=([\w-]+)/.exec(identity.sent.at(-1)?.text ?? '')?.[1] ?? '';
      await identity.passwords.resetPassword(identity.gateway(), { token, password: 'Another-Horse-8' });
    },
    'used an API credential': async (userId) => {
      const boss = await identity.world.as(SUPER);
      const made = await identity.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
      await identity.exchange(`${made.clientId}:${made.secret}`);
      await identity.credentials.revokeApiCredentials(boss, { id: userId });
    },
    'had a token made': async (userId) => {
      const { sessionId } = await identity.logIn('head1@example.in');
      const maker = await identity.world.as({ ...adminOf(1), userId: head, sessionId });
      const asked = { companyId: 1, userId, role: 'pii_view', password: '' };
      await identity.sessions.createApiToken(maker, asked);
    },
  };
  it.each(Object.entries(uses))('is kept by a user who %s', async (name, use) => {
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.in`;
    const id = await identity.create({ email, companyId: 1 });
    await use(id, email);
    await passDays(400);
    expect(await isFree(email)).toBe(false);
    expect(await rowOf(id)).toEqual({ status: 'active', email_key: email });
  });

  it('is kept by a super admin and by the last active administrator of a company', async () => {
    await identity.create({ email: 'super2@example.in', role: 'super_admin' });
    await identity.create({ email: 'only@example.in', role: 'admin', companyId: 3 });
    await passDays(400);
    expect(await isFree('super2@example.in')).toBe(false);
    expect(await isFree('only@example.in')).toBe(false);
    await identity.create({ email: 'second@example.in', role: 'admin', companyId: 3 });
    const { user } = await theirs('other-only@example.in');
    const changed = { ...NOTHING, id: user?.id ?? 0, email: 'only@example.in' };
    await expectRefusal(
      identity.users.updateUser(await identity.world.as(adminOf(2)), changed),
      'EMAIL_EXISTS',
    );
  });
});
