import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootIdentity, byPassword, type IdentityWorld, PASSWORD, SUPER } from './identity-world.ts';

let identity: IdentityWorld;
beforeAll(async () => {
  identity = await bootIdentity();
});
afterAll(async () => identity?.world.stop());

const login = (email: string) => identity.logIn(email);
const boss = () => identity.world.as(SUPER);
const callerOf = async (bearer: string) => identity.callerOf((await identity.exchange(bearer)).token);

describe('the sessions and credentials of a user', () => {
  it('are listed with their creator, start and last use', async () => {
    const id = await identity.create({ email: 'asha@example.in', companyId: 1 });
    const userId = id;
    const { sessionId } = await login('asha@example.in');
    const made = await identity.credentials.generateApiCredentials(await boss(), {
      id: userId,
      mayErase: false,
    });
    const listed = async () =>
      (await identity.sessions.listUserSessions(await boss(), { id: userId })).sessions;
    expect(await listed()).toMatchObject([
      {
        id: made.clientId,
        kind: 'api_credential',
        createdBy: 9_001,
        lastSeenAt: undefined,
        isCurrent: false,
      },
      { id: sessionId, kind: 'login', createdBy: userId, isCurrent: false },
    ]);
    const bearer = `${made.clientId}:${made.secret}`;
    expect(await callerOf(bearer)).toMatchObject({ clientId: made.clientId, clientMadeBy: 9_001 });
    expect((await listed())[0]).toMatchObject({ lastSeenAt: expect.any(Date), expiresAt: undefined });
    const own = await identity.world.as({ userId: id, sessionId, companies: { 1: ['pii:read'] } });
    const ownList = (await identity.sessions.listSessions(own, {})).sessions;
    expect(ownList.map(({ id: each }) => each)).toEqual([made.clientId, sessionId]);
    await identity.sessions.endSession(own, { id: made.clientId });
    await expectRefusal(identity.exchange(bearer), 'UNAUTHENTICATED');
    expect(await identity.audited('credentials_revoke')).toMatchObject([
      { companyId: 1, objectIds: { userId: String(id), clientId: made.clientId } },
    ]);
    await identity.sessions.endUserSession(await boss(), { id: userId, sid: sessionId });
    expect(await listed()).toEqual([]);
    await expectRefusal(
      identity.sessions.endUserSession(await boss(), { id: userId, sid: sessionId }),
      'NOT_FOUND',
    );
  });

  it('are listed for an administrator without tokens for other companies', async () => {
    const id = await identity.create({ email: 'both@example.in', companyId: 1 });
    const userId = id;
    await identity.roles.assignCompanyRole(await boss(), { id: userId, companyId: 2, role: 'pii_view' });
    const { sessionId } = await login('both@example.in');
    const held = ['pii:read', 'lineage:read', 'compliance:read', 'analytics:read'];
    const both = await identity.world.as({ userId: id, sessionId, companies: { 1: held, 2: held } });
    for (const companyId of [1, 2]) await identity.sessions.createDemoToken(both, { companyId });
    const admin = await identity.world.as(adminOf(1));
    const seen = (await identity.sessions.listUserSessions(admin, { id: userId })).sessions;
    expect(seen.map(({ kind, companyId }) => [kind, companyId])).toEqual([
      ['demo_token', 1],
      ['login', undefined],
    ]);
    const all = (await identity.sessions.listUserSessions(await boss(), { id: userId })).sessions;
    const foreign = all.find(({ companyId }) => companyId === 2)?.id ?? '';
    await expectRefusal(identity.sessions.endUserSession(admin, { id: userId, sid: foreign }), 'NOT_FOUND');
    const root = await identity.create({ email: 'root@example.in', role: 'super_admin' });
    await expectRefusal(identity.sessions.listUserSessions(admin, { id: root }), 'NOT_FOUND');
  });
});

describe('a change of one’s own password', () => {
  it('keeps the API credential and its creator, and proves the session', async () => {
    const id = await identity.create({ email: 'changes@example.in', role: 'admin', companyId: 1 });
    const userId = id;
    const { sessionId, token } = await login('changes@example.in');
    const own = await identity.world.as({ ...adminOf(1), userId: id, sessionId });
    const made = await identity.credentials.generateApiCredentials(own, { id: userId, mayErase: false });
    await identity.world.sql(`UPDATE identity.user_sessions SET proven_at = NULL WHERE id = $1`, [sessionId]);
    expect((await callerOf(token)).provenAt).toBeUndefined();
    const passwords = { currentPassword: PASSWORD, newPassword: 'Battery-Staple-88' };
    await identity.passwords.changePassword(own, passwords);
    expect((await callerOf(token)).provenAt).toBeGreaterThan(Date.now() - 60_000);
    const client = await callerOf(`${made.clientId}:${made.secret}`);
    expect([client.clientMadeBy, client.provenAt]).toEqual([undefined, undefined]);
  });
});

describe('ConfirmSession', () => {
  it('proves the session of the caller; API clients and delegated tokens have none', async () => {
    const id = await identity.create({ email: 'proves@example.in', companyId: 1 });
    const { sessionId, token } = await login('proves@example.in');
    const user = { userId: id, sessionId, companies: { 1: ['pii:read'] } };
    await identity.world.sql(`UPDATE identity.user_sessions SET proven_at = NULL WHERE id = $1`, [sessionId]);
    for (const more of [{ clientId: 'pvc_1' }, { actorUserId: 9 }]) {
      const ctx = await identity.world.as({ ...user, ...more });
      await expectRefusal(identity.sessions.confirmSession(ctx, byPassword(PASSWORD)), 'NO_SESSION');
    }
    const own = await identity.world.as(user);
    await expectRefusal(
      identity.sessions.confirmSession(own, byPassword('Wrong-Horse-77')),
      'WRONG_PASSWORD',
    );
    expect((await callerOf(token)).provenAt).toBeUndefined();
    const { provenUntil } = await identity.sessions.confirmSession(own, byPassword(PASSWORD));
    const provenAt = (await callerOf(token)).provenAt ?? 0;
    expect((provenUntil?.getTime() ?? 0) - provenAt - 300_000).toBeLessThan(1_000);
    const entries = await identity.audited('session_confirm');
    expect(entries.map(({ decision, reason }) => [decision, reason])).toEqual([
      ['refused', 'WRONG_PASSWORD'],
      ['allowed', ''],
    ]);
    await identity.sessions.logout(own, {});
    await expectRefusal(identity.sessions.confirmSession(own, byPassword(PASSWORD)), 'UNAUTHENTICATED');
  });
});
