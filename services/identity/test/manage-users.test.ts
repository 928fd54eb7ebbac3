import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminOf, bootIdentity, type IdentityWorld, NOTHING, PASSWORD, SUPER } from './identity-world.ts';

let identity: IdentityWorld;
let boss: Awaited<ReturnType<IdentityWorld['world']['as']>>;

beforeAll(async () => {
  identity = await bootIdentity();
});
beforeEach(async () => {
  boss = await identity.world.as(SUPER);
});
afterAll(async () => identity?.world.stop());

const make = async (email: string, more: { role?: string; companyId?: number } = { companyId: 1 }) =>
  await identity.create({ email, ...more });
const login = (email: string, password?: string) => identity.logIn(email, password);
const live = (sessionId: string) => identity.isLive(sessionId);

describe('editing a user', () => {
  it('changes only the sent fields, names them in the trail, and invalidates cached permissions', async () => {
    const userId = await make('edit@example.in');
    const { sessionId } = await login('edit@example.in');
    const versionOf = async () =>
      (await identity.liveness({ sessionIds: [sessionId] })).sessions[0]?.roleVersion ?? 0;
    const before = await versionOf();
    const renamed = await identity.users.updateUser(boss, { ...NOTHING, id: userId, firstName: ' Ravi ' });
    expect(renamed.user).toMatchObject({ firstName: 'Ravi', lastName: 'Rao', version: 2 });
    expect(await versionOf()).toBe(before);
    const moved = await identity.users.updateUser(boss, {
      ...NOTHING,
      id: userId,
      role: 'admin',
      companyId: 2,
    });
    expect(moved.user).toMatchObject({ role: 'admin', companyId: 2 });
    expect(await versionOf()).toBeGreaterThan(before);
    const entries = await identity.audited('user_update');
    expect(entries.map(({ fieldNames }) => fieldNames)).toEqual([['firstName'], ['role', 'companyId']]);
    expect(JSON.stringify(entries, (_, v) => (typeof v === 'number' ? String(v) : v))).not.toContain('Ravi');
  });

  it('refuses invalid values, a taken address and an old version', async () => {
    const userId = await make('edit2@example.in');
    await make('taken@example.in');
    const update = (more: object) => identity.users.updateUser(boss, { ...NOTHING, id: userId, ...more });
    await expect(update({ email: 'nobody', role: 'king' })).rejects.toMatchObject({
      details: [
        { path: 'email', message: 'Invalid email address' },
        { path: 'role', message: 'Role is required' },
      ],
    });
    await expectRefusal(update({ email: 'TAKEN@example.in' }), 'EMAIL_EXISTS');
    await expectRefusal(update({ companyId: 99 }), 'NOT_FOUND');
    await update({ lastName: 'Iyer', ifRowVersion: 1 });
    await expectRefusal(update({ lastName: 'Nair', ifRowVersion: 1 }), 'STALE');
  });

  it('cannot give more permissions than the editor has, nor change a user who has more', async () => {
    const admin = await identity.world.as(adminOf(1));
    const userId = await make('edit3@example.in');
    const update = (more: object) => identity.users.updateUser(admin, { ...NOTHING, id: userId, ...more });
    await expectRefusal(update({ role: 'super_admin' }), 'MORE_POWER');
    await expectRefusal(update({ companyId: 2 }), 'MORE_POWER');
    await expectRefusal(update({ allCompanies: true }), 'COMPANY_NEEDED');
    await identity.roles.assignCompanyRole(boss, { id: userId, companyId: 2, role: 'admin' });
    await expectRefusal(update({ firstName: 'X' }), 'MORE_POWER');
    await expectRefusal(
      identity.users.setUserPassword(admin, { id: userId, password: PASSWORD }),
      'MORE_POWER',
    );
    await expectRefusal(identity.users.deleteUser(admin, { id: userId }), 'MORE_POWER');
  });
});

describe('status and deletion', () => {
  it('end sessions at once; an active user signs in again, a deleted one never', async () => {
    const userId = await make('end@example.in');
    const { sessionId } = await login('end@example.in');
    await identity.users.setUserStatus(boss, { id: userId, status: 'suspended' });
    expect(await live(sessionId)).toBe(false);
    await expectRefusal(login('end@example.in'), 'INVALID_CREDENTIALS');
    await identity.users.setUserStatus(boss, { id: userId, status: 'active' });
    await login('end@example.in');
    await expectRefusal(identity.users.deleteUser(boss, { id: userId, ifRowVersion: 1 }), 'STALE');
    const { user } = await identity.users.getUser(boss, { id: userId });
    await identity.users.deleteUser(boss, { id: userId, ifRowVersion: user?.version });
    await expectRefusal(login('end@example.in'), 'INVALID_CREDENTIALS');
    await expectRefusal(identity.users.deleteUser(boss, { id: userId }), 'NOT_FOUND');
    expect(await make('end@example.in')).toBeGreaterThan(userId);
    await expectRefusal(
      identity.users.setUserStatus(boss, { id: userId, status: 'gone' }),
      'INVALID_ARGUMENT',
    );
  });

  it('are refused for the last super_admin, also in concurrent calls, and for one’s own account', async () => {
    const [one, two] = [
      await make('root1@example.in', { role: 'super_admin' }),
      await make('root2@example.in', { role: 'super_admin' }),
    ];
    const outcomes = await Promise.allSettled([
      identity.users.deleteUser(boss, { id: one }),
      identity.users.updateUser(boss, { ...NOTHING, id: two, role: 'admin' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const userId = outcomes[0].status === 'fulfilled' ? two : one;
    for (const call of [
      () => identity.users.deleteUser(boss, { id: userId }),
      () => identity.users.setUserStatus(boss, { id: userId, status: 'inactive' }),
      () => identity.users.updateUser(boss, { ...NOTHING, id: userId, role: 'admin' }),
    ])
      await expectRefusal(call(), 'LAST_SUPER_ADMIN');
    const self = await identity.world.as({ ...SUPER, userId: await make('me@example.in') });
    const own = { id: self.caller.kind === 'user' ? self.caller.userId : 0 };
    await expectRefusal(identity.users.deleteUser(self, own), 'OWN_ACCOUNT');
  });
});

describe('one’s own account', () => {
  it('cannot get a password, link or address from a session or token, which may be stolen', async () => {
    const id = await make('own@example.in', { role: 'super_admin' });
    const userId = id;
    for (const user of [
      { ...SUPER, userId: id },
      { everywhere: [...SUPER.everywhere, 'access:automate'], userId: 9_001, actorUserId: id },
    ]) {
      const ctx = await identity.world.as(user);
      for (const call of [
        () => identity.users.setUserPassword(ctx, { id: userId, password: PASSWORD }),
        () => identity.users.resendWelcome(ctx, { id: userId, includeNewPassword: false }),
        () => identity.users.updateUser(ctx, { ...NOTHING, id: userId, email: 'thief@example.in' }),
      ])
        await expectRefusal(call(), 'OWN_ACCOUNT');
      await identity.users.updateUser(ctx, {
        ...NOTHING,
        id: userId,
        email: 'OWN@example.in',
        lastName: 'Nair',
      });
    }
  });
});

describe('passwords set by an administrator', () => {
  it('replace the old one and end the sessions', async () => {
    const userId = await make('set@example.in');
    const { sessionId } = await login('set@example.in');
    await expect(
      identity.users.setUserPassword(boss, { id: userId, password: 'weak' }),
    ).rejects.toMatchObject({
      details: [{ path: 'password', message: expect.stringContaining('at least 9 characters') }],
    });
    await identity.users.setUserPassword(boss, { id: userId, password: 'Another-One-9' });
    expect(await live(sessionId)).toBe(false);
    await expectRefusal(login('set@example.in'), 'INVALID_CREDENTIALS');
    await login('set@example.in', 'Another-One-9');
    expect(await identity.audited('password_set')).toMatchObject([{ objectIds: { userId: String(userId) } }]);
  });

  it('are generated with the welcome mail on request; the mail contains a link and no password', async () => {
    const userId = await make('again@example.in');
    identity.sent.length = 0;
    const plain = await identity.users.resendWelcome(boss, { id: userId, includeNewPassword: false });
    expect(plain).toEqual({ temporaryPassword: undefined, emailSent: true });
    await login('again@example.in');
    expect(await identity.audited('welcome_resend')).toMatchObject([
      { companyId: 1, decision: 'allowed', objectIds: { userId: String(userId) } },
    ]);
    const renewed = await identity.users.resendWelcome(boss, { id: userId, includeNewPassword: true });
    await login('again@example.in', renewed.temporaryPassword);
    await expectRefusal(login('again@example.in'), 'INVALID_CREDENTIALS');
    const subjects = () => identity.sent.map(({ subject }) => subject).sort();
    const notice = 'An administrator set your PII Vault password';
    await expect.poll(subjects).toEqual([notice, 'Your PII Vault account', 'Your PII Vault account']);
    const welcomes = identity.sent.filter(({ subject }) => subject !== notice);
    expect(welcomes[1]?.text).toMatch(/\/reset-password\?token=[\w-]{43}\n/);
    expect(JSON.stringify(identity.sent)).not.toContain(renewed.temporaryPassword);
  });

  it('are mailed three times a day by one administrator, and five times by all', async () => {
    const userId = await make('often@example.in');
    const other = await identity.world.as({ ...SUPER, userId: SUPER.userId + 7 });
    const resend = (ctx: Ctx) =>
      identity.users.resendWelcome(ctx, { id: userId, includeNewPassword: false }).then(
        ({ emailSent }) => emailSent,
        (error: unknown) => AppError.from(error).reason,
      );
    const outcomes: unknown[] = [];
    for (const ctx of [boss, boss, boss, boss, other, other, other]) outcomes.push(await resend(ctx));
    expect(outcomes).toEqual([true, true, true, 'MAILS_TOO_MANY', true, true, 'MAILS_TOO_MANY']);
    // Nothing is changed by a refused one.
    await expectRefusal(
      identity.users.resendWelcome(boss, { id: userId, includeNewPassword: true }),
      'MAILS_TOO_MANY',
    );
    await login('often@example.in');
  });

  it('leave no link when the mail server refuses the welcome mail', async () => {
    const userId = await make('unreached@example.in');
    identity.mail.isDown = true;
    const answer = await identity.users.resendWelcome(boss, { id: userId, includeNewPassword: false });
    identity.mail.isDown = false;
    expect(answer.emailSent).toBe(false);
    const links = await identity.world.sql(`SELECT FROM identity.password_links WHERE user_id = $1`, [
      userId,
    ]);
    expect(links).toEqual([]);
  });
});
