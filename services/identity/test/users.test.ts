import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { UserCreated } from '@pii-vault/proto/identity/events/v1/identity_events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootIdentity, type IdentityWorld, newUser, SUPER } from './identity-world.ts';

let identity: IdentityWorld;

beforeAll(async () => {
  identity = await bootIdentity();
});
afterAll(async () => identity?.world.stop());

const ALL_USERS = { limit: 0 };

describe('creating a user', () => {
  it('generates a working password, mails no password, and writes an event and an entry', async () => {
    const ctx = await identity.world.as(adminOf(1));
    const request = {
      ...newUser({ email: 'one@example.in', role: 'pii_view', companyId: 1 }),
      sendEmail: true,
    };
    const answer = await identity.users.createUser(ctx, request);
    expect(answer).toMatchObject({
      emailSent: true,
      user: { email: 'one@example.in', status: 'active', version: 1 },
    });
    await expect(identity.logIn('one@example.in', answer.temporaryPassword)).resolves.toBeDefined();
    expect(identity.sent).toMatchObject([{ to: 'one@example.in' }]);
    expect(JSON.stringify(identity.sent)).not.toContain(answer.temporaryPassword);
    const [entry] = await identity.audited('user_create');
    expect(entry).toMatchObject({ actorId: '9002', companyId: 1, objectIds: { role: 'pii_view' } });
    const [event] = await identity.world.sql<{ payload: Buffer }>(
      `SELECT payload FROM bus.log WHERE topic = 'identity.user_created'`,
    );
    expect(UserCreated.decode(event?.payload ?? Buffer.alloc(0))).toMatchObject({
      companyId: 1,
      role: 'pii_view',
    });
    const stored = await identity.world.sql<{ password_hash: string }>(
      `SELECT password_hash FROM identity.user_passwords`,
    );
    expect(stored[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=64,t=3,p=1\$/);
  });

  it('names each invalid field', async () => {
    const ctx = await identity.world.as(SUPER);
    const bad = { ...newUser({ email: 'nobody' }), firstName: '', generatePassword: false, password: 'weak' };
    await expect(identity.users.createUser(ctx, bad)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [
        { path: 'email', message: 'Invalid email address' },
        { path: 'firstName', message: 'First name is required' },
        { path: 'password', message: expect.stringContaining('at least 9 characters') },
      ],
    });
  });

  it('refuses a taken address in any case, until its user is deleted', async () => {
    const ctx = await identity.world.as(SUPER);
    const id = await identity.create({ email: 'Taken@example.in', companyId: 1 });
    const again = newUser({ email: 'taken@EXAMPLE.in', companyId: 2 });
    await expectRefusal(identity.users.createUser(ctx, again), 'EMAIL_EXISTS');
    await identity.world.sql(`UPDATE identity.users SET deleted_at = now() WHERE id = $1`, [id]);
    await expect(identity.users.createUser(ctx, again)).resolves.toBeDefined();
  });

  it('does not replace a secret again for a repeated request, which would invalidate the one shown', async () => {
    const userId = await identity.create({ email: 'secret@example.in', companyId: 1 });
    const { credentials } = identity;
    const asked = async (idempotencyKey: string) => ({
      ...(await identity.world.as(adminOf(1))),
      idempotencyKey,
    });
    const made = { id: userId, mayErase: false };
    const rotated = { id: userId, overlapHours: 0 };
    await credentials.generateApiCredentials(await asked('made'), made);
    await expectRefusal(credentials.generateApiCredentials(await asked('made'), made), 'ALREADY_COMPLETED');
    await credentials.rotateApiCredentials(await asked('rotated'), rotated);
    const secret = () =>
      identity.world.sql(`SELECT secret_sha256 FROM identity.api_credentials WHERE user_id = $1`, [userId]);
    const shown = await secret();
    const again = credentials.rotateApiCredentials(await asked('rotated'), rotated);
    await expectRefusal(again, 'ALREADY_COMPLETED');
    expect(await secret()).toEqual(shown);
    await credentials.rotateApiCredentials(await asked('again'), rotated);
    expect(await secret()).not.toEqual(shown);
  });

  it('answers a repeated request without creating again, and shows no password twice', async () => {
    const ctx = { ...(await identity.world.as(SUPER)), idempotencyKey: 'k-1' };
    const generated = newUser({ email: 'twice@example.in', companyId: 1 });
    await identity.users.createUser(ctx, generated);
    await expectRefusal(identity.users.createUser(ctx, generated), 'ALREADY_COMPLETED');
    const given = { ...generated, email: 'given@example.in', generatePassword: false, password: 'Abcdefg1!' };
    const other = { ...ctx, idempotencyKey: 'k-2' };
    const first = await identity.users.createUser(other, given);
    expect(await identity.users.createUser(other, given)).toEqual(first);
  });
});

describe('the second administrator of a company', () => {
  it('is missing until two active users administrate it', async () => {
    const ctx = await identity.world.as(adminOf(1));
    const missing = async () =>
      (await waitingOf(identity.world, 'identity')(ctx, 1))['setup.administrators']?.count;
    await identity.world.sql(`UPDATE identity.users SET status = 'inactive' WHERE role = 'admin'`);
    await identity.create({ email: 'first-admin@example.in', role: 'admin', companyId: 1 });
    await identity.create({ email: 'other-admin@example.in', role: 'admin', companyId: 2 });
    expect(await missing()).toBe(1);
    const second = await identity.create({ email: 'second-admin@example.in', role: 'admin', companyId: 1 });
    expect(await missing()).toBe(0);
    await identity.world.sql(`UPDATE identity.users SET status = 'inactive' WHERE id = $1`, [second]);
    expect(await missing()).toBe(1);
    await identity.world.sql(`UPDATE identity.users SET status = 'active' WHERE role = 'admin'`);
  });
});

describe('a user cannot give more permissions than they have', () => {
  it.each([
    ['a super_admin', { role: 'super_admin', companyId: 1 }, 'MORE_POWER'],
    ['a user of all companies', { role: 'pii_view' }, 'COMPANY_NEEDED'],
    ['a user of another company', { role: 'pii_view', companyId: 2 }, 'PERMISSION_DENIED'],
    ['a user of a company that does not exist', { role: 'pii_view', companyId: 99 }, 'PERMISSION_DENIED'],
  ])('an admin cannot create %s', async (_what, wanted, reason) => {
    const ctx = await identity.world.as(adminOf(1));
    const request = newUser({ email: `x${Math.random()}@example.in`, ...wanted });
    await expect(identity.users.createUser(ctx, request)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason,
    });
  });

  it('a manager with fewer permissions cannot create an admin', async () => {
    const ctx = await identity.world.as({ companies: { 1: ['users:manage', 'pii:read'] } });
    const admin = newUser({ email: 'up@example.in', role: 'admin', companyId: 1 });
    await expectRefusal(identity.users.createUser(ctx, admin), 'MORE_POWER');
  });

  it('a super_admin gets an error when a company does not exist', async () => {
    const request = newUser({ email: 'ghost@example.in', companyId: 99 });
    await expectRefusal(identity.users.createUser(await identity.world.as(SUPER), request), 'NOT_FOUND');
  });

  it('an admin cannot get an API secret of a user who also has another company', async () => {
    const id = await identity.create({ email: 'both@example.in', companyId: 1 });
    const boss = await identity.world.as(SUPER);
    const admin = await identity.world.as(adminOf(1));
    await identity.credentials.generateApiCredentials(admin, { id, mayErase: false });
    await identity.roles.assignCompanyRole(boss, { id, companyId: 2, role: 'admin' });
    await expectRefusal(
      identity.credentials.rotateApiCredentials(admin, { id, overlapHours: 0 }),
      'MORE_POWER',
    );
    await identity.credentials.revokeApiCredentials(admin, { id });
  });
});

describe('listing users', () => {
  it('shows an admin the users and role holders of its companies, never a super_admin', async () => {
    const boss = await identity.world.as(SUPER);
    const ids = {
      own: await identity.create({ email: 'l1@example.in', companyId: 3 }),
      other: await identity.create({ email: 'l2@example.in', companyId: 2 }),
      guest: await identity.create({ email: 'l3@example.in', companyId: 2 }),
      all: await identity.create({ email: 'l4@example.in', role: 'analytics' }),
      boss: await identity.create({ email: 'l5@example.in', role: 'super_admin' }),
    };
    await identity.roles.assignCompanyRole(boss, {
      id: ids.guest,
      companyId: 3,
      role: 'analytics',
    });
    const admin = await identity.world.as(adminOf(3));
    const seen = await identity.users.listUsers(admin, ALL_USERS);
    expect(seen.users.map(({ id }) => id)).toEqual([ids.own, ids.guest]);
    expect(seen.totalCount).toBe(2);
    const all = await identity.users.listUsers(boss, { ...ALL_USERS, limit: 200 });
    expect(all.users.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(ids)));
    for (const userId of [ids.other, ids.all, ids.boss, 424_242])
      await expect(identity.users.getUser(admin, { id: userId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Not found',
      });
  });

  it('shows a user of another company with its role here, and filters by that role', async () => {
    const boss = await identity.world.as(SUPER);
    const userId = await identity.create({ email: 'shared@example.in', role: 'admin', companyId: 2 });
    await identity.roles.assignCompanyRole(boss, { id: userId, companyId: 3, role: 'pii_view' });
    const here = { role: 'pii_view', companyId: 3 };
    const admin = await identity.world.as(adminOf(3));
    expect((await identity.users.getUser(admin, { id: userId })).user).toMatchObject(here);
    const listed = async (role: string | undefined) => {
      const page = { ...ALL_USERS, role, companyId: 3, limit: 200 };
      const { users, totalCount } = await identity.users.listUsers(admin, page);
      expect(totalCount).toBe(users.length);
      return users.filter(({ id }) => id === userId);
    };
    for (const role of [undefined, 'pii_view']) expect(await listed(role)).toMatchObject([here]);
    expect(await listed('admin')).toEqual([]);
    const all = await identity.users.listUsers(boss, { ...ALL_USERS, role: 'admin', limit: 200 });
    expect(all.users).toContainEqual(expect.objectContaining({ id: userId, role: 'admin', companyId: 2 }));
  });

  it('filters and pages', async () => {
    const boss = await identity.world.as(SUPER);
    const filter = { ...ALL_USERS, role: 'analytics', limit: 1 };
    const first = await identity.users.listUsers(boss, filter);
    expect(first.users).toMatchObject([{ role: 'analytics' }]);
    expect(first.nextCursor).toBeUndefined();
    const paged: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await identity.users.listUsers(boss, { ...ALL_USERS, companyId: 2, limit: 1, cursor });
      paged.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const whole = await identity.users.listUsers(boss, { ...ALL_USERS, companyId: 2 });
    expect(paged).toEqual(whole.users.map(({ id }) => id));
    expect(paged.length).toBe(whole.totalCount);
    expect(await identity.users.listUsers(boss, { ...ALL_USERS, status: 'suspended' })).toMatchObject({
      users: [],
    });
  });

  it('names users for the gateway, also deleted ones', async () => {
    const id = await identity.create({ email: 'named@example.in', companyId: 1 });
    await identity.world.sql(`UPDATE identity.users SET deleted_at = now() WHERE id = $1`, [id]);
    const { users } = await identity.names.getUserNames(identity.gateway(), {
      userIds: [id, 424_242],
      clientIds: [],
    });
    expect(users).toEqual([
      { id, firstName: 'Asha', lastName: 'Rao', email: 'named@example.in', isAcross: false },
    ]);
  });

  it('names owners of API clients for the gateway, until the client is revoked', async () => {
    const userId = await identity.create({ email: 'owner@example.in', companyId: 1 });
    const boss = await identity.world.as(SUPER);
    const { clientId } = await identity.credentials.generateApiCredentials(boss, {
      id: userId,
      mayErase: false,
    });
    const ask = () =>
      identity.names.getUserNames(identity.gateway(), { userIds: [], clientIds: [clientId, 'pvc_none'] });
    expect(await ask()).toEqual({
      users: [{ id: userId, firstName: 'Asha', lastName: 'Rao', email: 'owner@example.in', isAcross: false }],
      clients: [{ clientId, userId }],
    });
    await identity.credentials.revokeApiCredentials(boss, { id: userId });
    expect(await ask()).toEqual({ users: [], clients: [] });
  });
});

describe('company roles', () => {
  it('are given once per company and removed', async () => {
    const boss = await identity.world.as(SUPER);
    const userId = await identity.create({ email: 'r1@example.in', companyId: 1 });
    const grant = { id: userId, companyId: 2, role: 'analytics' };
    const { role } = await identity.roles.assignCompanyRole(boss, grant);
    expect(role).toMatchObject({ companyId: 2, role: 'analytics', assignedBy: 9001 });
    await expectRefusal(identity.roles.assignCompanyRole(boss, grant), 'ROLE_ASSIGNED');
    const inTwo = await identity.roles.listCompanyRoles(await identity.world.as(adminOf(2)), { id: userId });
    expect(inTwo.roles.map(({ companyId }) => companyId)).toEqual([2]);
    const inOne = await identity.roles.listCompanyRoles(await identity.world.as(adminOf(1)), { id: userId });
    expect(inOne.roles).toEqual([]);
    const gone = { id: userId, assignmentId: role?.id ?? 0 };
    await expectRefusal(
      identity.roles.removeCompanyRole(await identity.world.as(adminOf(1)), gone),
      'NOT_FOUND',
    );
    await identity.roles.removeCompanyRole(await identity.world.as(adminOf(2)), gone);
    await expectRefusal(identity.roles.removeCompanyRole(boss, gone), 'NOT_FOUND');
    await expect(identity.roles.assignCompanyRole(boss, grant)).resolves.toBeDefined();
    expect(await identity.audited('role_remove')).toMatchObject([
      { companyId: 2, objectIds: { role: 'analytics' } },
    ]);
  });

  it('are refused when they are invalid or give too many permissions', async () => {
    const boss = await identity.world.as(SUPER);
    const userId = await identity.create({ email: 'r2@example.in', companyId: 1 });
    const root = await identity.create({ email: 'r3@example.in', role: 'super_admin' });
    const assign = async (ctx: typeof boss, more: object) =>
      AppError.from(
        await identity.roles
          .assignCompanyRole(ctx, { id: userId, companyId: 1, role: 'admin', ...more })
          .catch((error: unknown) => error),
      );
    expect(await assign(boss, { role: '' })).toMatchObject({ message: 'Role is required' });
    expect(await assign(boss, { role: 'super_admin' })).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await assign(boss, { companyId: 99 })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await assign(boss, { id: root })).toMatchObject({ reason: 'SUPER_ADMIN_EVERYWHERE' });
    const lesser = await identity.world.as({ companies: { 1: ['users:manage'] } });
    expect(await assign(lesser, {})).toMatchObject({ reason: 'MORE_POWER' });
    const stranger = await identity.world.as(adminOf(2));
    expect(await assign(stranger, { companyId: 2 })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be removed by a user whose permissions the default role exceeds', async () => {
    const boss = await identity.world.as(SUPER);
    const userId = await identity.create({ email: 'r4@example.in', role: 'admin', companyId: 1 });
    const { role } = await identity.roles.assignCompanyRole(boss, {
      id: userId,
      companyId: 1,
      role: 'analytics',
    });
    const lesser = await identity.world.as({ companies: { 1: ['users:manage', 'pii:read'] } });
    const request = { id: userId, assignmentId: role?.id ?? 0 };
    await expectRefusal(identity.roles.removeCompanyRole(lesser, request), 'MORE_POWER');
  });
});

describe('the steps of a new vault', () => {
  it('ask for a second active super_admin and for a mail server, of users who may create companies', async () => {
    const waiting = waitingOf(identity.world, 'identity');
    const ctx = await identity.world.as({ ...SUPER, everywhere: ['company:create'] });
    const missing = async () => {
      const found = await waiting(ctx);
      return [found['setup.superAdmins']?.count, found['setup.mail']?.count];
    };
    await identity.world.sql(`UPDATE identity.users SET status = 'inactive' WHERE role = 'super_admin'`);
    await identity.create({ email: 'first-super@example.in', role: 'super_admin' });
    expect(await missing()).toEqual([1, 1]);
    await identity.create({ email: 'second-super@example.in', role: 'super_admin' });
    expect(await missing()).toEqual([0, 1]);
    const admin = await identity.world.as(adminOf(1));
    expect((await waiting(admin))['setup.superAdmins']).toBeUndefined();
    await identity.world.sql(`UPDATE identity.users SET status = 'active' WHERE role = 'super_admin'`);
  });
});
