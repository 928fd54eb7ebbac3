import { createHash } from 'node:crypto';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_PERMISSIONS,
  adminOf,
  bootIdentity,
  type IdentityWorld,
  NOTHING,
  PASSWORD,
  SUPER,
} from './identity-world.ts';

let identity: IdentityWorld;
let userId: number;

beforeAll(async () => {
  identity = await bootIdentity();
  userId = await identity.create({ email: 'asha@example.in', role: 'admin', companyId: 1 });
});
afterAll(async () => identity?.world.stop());

const exchange: IdentityWorld['exchange'] = (...asked) => identity.exchange(...asked);
const login = (email = 'asha@example.in', browser = false) => identity.logIn(email, PASSWORD, browser);
const refused = { code: 'UNAUTHENTICATED', reason: 'UNAUTHENTICATED', message: 'Sign in again' };

describe('a session', () => {
  it('becomes an internal token with the permissions of each company', async () => {
    const { token, sessionId } = await login();
    const answer = await exchange(token);
    expect(answer).toMatchObject({ userId, sessionId, clientId: '', isSuperAdmin: false });
    expect(answer).toMatchObject({ primaryCompanyId: 1, companyIds: [1] });
    const caller = await identity.callerOf(answer.token);
    expect(caller).toMatchObject({ kind: 'user', userId, sessionId, isSuperAdmin: false });
    expect([...caller.companies]).toEqual([[1, new Set([...ADMIN_PERMISSIONS].sort())]]);
    const life = (answer.expiresAt?.getTime() ?? 0) - Date.now();
    expect(life).toBeGreaterThan(0);
    expect(life).toBeLessThanOrEqual(60_000);
  });

  it('has no company when the request names a company of others', async () => {
    const { token } = await login();
    for (const companyId of [2, 999]) {
      const answer = await exchange(token, { companyId });
      expect(answer.companyIds).toEqual([]);
      expect((await identity.callerOf(answer.token)).companies.size).toBe(0);
    }
  });

  it('that is bound to a browser needs the cookie of that browser', async () => {
    const { token, contextCookie } = await login('asha@example.in', true);
    await expect(exchange(token, { contextCookie })).resolves.toBeDefined();
    for (const wrong of ['', 'x', createHash('sha256').update(contextCookie).digest('base64url')])
      await expect(exchange(token, { contextCookie: wrong })).rejects.toMatchObject(refused);
  });

  it('is refused when it is changed, of another kind or empty', async () => {
    const { token } = await login();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: '424242' })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid: 'token-1' })).toString(
      'base64url',
    );
    const unknownKey = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'JWT', kid: 'other' })).toString(
      'base64url',
    );
    const internal = (await exchange(token)).token;
    for (const bad of [
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      `${unknownKey}.${payload}.${signature}`,
      internal,
      '',
      'nonsense',
      ':',
      'pvc_x:pvs_y',
    ])
      await expect(exchange(bad), bad).rejects.toMatchObject(refused);
  });

  it('ends with logout at once and cannot be resumed', async () => {
    const { token, sessionId } = await login();
    const ctx = await identity.world.as({ userId, sessionId, companies: { 1: [] } });
    await identity.sessions.logout(ctx, {});
    await identity.sessions.logout(ctx, {});
    await expect(exchange(token)).rejects.toMatchObject(refused);
    expect(await identity.audited('logout')).toHaveLength(1);
  });

  it.each([
    [
      'idled 30 minutes',
      `UPDATE identity.user_sessions SET last_seen_at = now() - interval '30 min' WHERE id = $1`,
    ],
    ['is 12 hours old', `UPDATE identity.user_sessions SET expires_at = now() WHERE id = $1`],
    ['was ended', `UPDATE identity.user_sessions SET ended_at = now() WHERE id = $1`],
    ['is unknown', `DELETE FROM identity.user_sessions WHERE id = $1`],
  ])('is refused when it %s', async (_what, statement) => {
    const { token, sessionId } = await login();
    await identity.world.sql(statement, [sessionId]);
    await expect(exchange(token)).rejects.toMatchObject(refused);
    const live = { sessionIds: [sessionId], activeSessionIds: [sessionId] };
    expect(await identity.liveness(live)).toEqual({ sessions: [], clients: [] });
  });

  it('records its last use at most once a minute, and never for polls of the console', async () => {
    const { token, sessionId } = await login();
    const lastSeen = async () => {
      const rows = await identity.world.sql<{ at: Date }>(
        `SELECT last_seen_at AS at FROM identity.user_sessions WHERE id = $1`,
        [sessionId],
      );
      return rows[0]?.at.getTime();
    };
    const age = (seconds: number) =>
      identity.world.sql(
        `UPDATE identity.user_sessions SET last_seen_at = now() - $2 * interval '1 s' WHERE id = $1`,
        [sessionId, seconds],
      );
    await age(50);
    const recent = await lastSeen();
    await exchange(token);
    expect(await lastSeen()).toBe(recent);
    await age(90);
    const old = await lastSeen();
    await exchange(token, { passive: true });
    await identity.liveness({ sessionIds: [sessionId] });
    expect(await lastSeen()).toBe(old);
    await identity.liveness({ sessionIds: [sessionId], activeSessionIds: [sessionId] });
    expect(await lastSeen()).toBeGreaterThan(old ?? 0);
  });
});

describe('roles behind a session', () => {
  it('change the version in liveness answers, and the next token', async () => {
    const id = await identity.create({ email: 'ravi@example.in', role: 'pii_view', companyId: 1 });
    const { token, sessionId } = await login('ravi@example.in');
    const versions: number[] = [(await exchange(token)).roleVersion];
    const note = async () => {
      const { sessions } = await identity.liveness({ sessionIds: [sessionId] });
      versions.push(sessions[0]?.roleVersion ?? -1);
    };
    await note();
    const boss = await identity.world.as(SUPER);
    const grant = { id, companyId: 2, role: 'admin' };
    const { role } = await identity.roles.assignCompanyRole(boss, grant);
    await note();
    expect((await exchange(token)).companyIds).toEqual([1, 2]);
    await identity.roles.removeCompanyRole(boss, { id, assignmentId: role?.id ?? 0 });
    await note();
    expect((await exchange(token)).companyIds).toEqual([1]);
    expect(versions[1]).toBe(versions[0]);
    expect(new Set(versions).size).toBe(3);
  });

  it('are overridden by permissions of a company', async () => {
    await identity.create({ email: 'mina@example.in', role: 'analytics', companyId: 3 });
    await identity.world.sql(
      `INSERT INTO identity.role_permissions (role, permission, company_id) VALUES ('analytics', 'audit:read', 3)`,
    );
    const answer = await exchange((await login('mina@example.in')).token);
    expect([...(await identity.callerOf(answer.token)).companies]).toEqual([[3, new Set(['audit:read'])]]);
  });

  it('of a user without a primary company apply in every company', async () => {
    await identity.create({ email: 'all@example.in', role: 'analytics' });
    const { token } = await login('all@example.in');
    expect((await exchange(token)).companyIds).toEqual([1, 2, 3]);
    expect((await exchange(token, { companyId: 2 })).companyIds).toEqual([2]);
    expect((await exchange(token, { companyId: 77 })).companyIds).toEqual([]);
    for (let id = 4; id <= 400; id++) identity.companies.add(id);
    expect((await exchange(token)).companyIds).toHaveLength(400);
    for (let id = 401; id <= 2_500; id++) identity.companies.add(id);
    await expectRefusal(exchange(token), 'COMPANY_REQUIRED');
    for (let id = 4; id <= 2_500; id++) identity.companies.delete(id);
  });

  it('of an inactive or deleted user are empty', async () => {
    const id = await identity.create({ email: 'leaver@example.in', companyId: 1 });
    const { token, sessionId } = await login('leaver@example.in');
    for (const change of [`status = 'inactive'`, `status = 'active', deleted_at = now()`]) {
      await identity.world.sql(`UPDATE identity.users SET ${change} WHERE id = $1`, [id]);
      await expect(exchange(token)).rejects.toMatchObject(refused);
      expect(await identity.isLive(sessionId)).toBe(false);
    }
  });
});

describe('an API client', () => {
  it('is exchanged with the right secret, until the secret is rotated or revoked', async () => {
    const id = await identity.create({ email: 'partner@example.in', role: 'admin', companyId: 1 });
    const boss = await identity.world.as(SUPER);
    const first = await identity.credentials.generateApiCredentials(boss, { id, mayErase: false });
    expect(first.secret).toMatch(/^pvs_[\w-]{43}$/);
    const answer = await exchange(`${first.clientId}:${first.secret}`);
    expect(answer).toMatchObject({ sessionId: '', clientId: first.clientId, userId: id });
    expect(await identity.callerOf(answer.token)).toMatchObject({
      clientId: first.clientId,
      userId: id,
    });
    await expect(exchange(`${first.clientId}:${first.secret}x`)).rejects.toMatchObject(refused);
    const status = await identity.credentials.getApiCredentials(boss, { id });
    expect(status).toMatchObject({ hasCredentials: true, clientId: first.clientId });
    expect(status.lastUsed).toBeInstanceOf(Date);

    await expect(
      identity.credentials.generateApiCredentials(boss, { id, mayErase: false }),
    ).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'CREDENTIALS_EXIST',
    });
    const second = await identity.credentials.rotateApiCredentials(boss, {
      id,
      overlapHours: 0,
    });
    expect(second.clientId).toBe(first.clientId);
    await expect(exchange(`${first.clientId}:${first.secret}`)).rejects.toMatchObject(refused);
    // The higher version in liveness answers invalidates tokens of the first secret.
    const { roleVersion } = await exchange(`${second.clientId}:${second.secret}`);
    expect(roleVersion).toBeGreaterThan(answer.roleVersion);
    const live = async () => (await identity.liveness({ clientIds: [first.clientId] })).clients;
    expect(await live()).toEqual([{ id: first.clientId, roleVersion }]);
    await identity.credentials.revokeApiCredentials(boss, { id });
    await expect(exchange(`${second.clientId}:${second.secret}`)).rejects.toMatchObject(refused);
    expect(await live()).toEqual([]);
    for (const call of [identity.credentials.rotateApiCredentials, identity.credentials.revokeApiCredentials])
      await expectRefusal(call(boss, { id, overlapHours: 0 }), 'NOT_FOUND');
    const stored = await identity.world.sql<{ all: string }>(
      `SELECT coalesce(string_agg(x::text, ' '), '') AS all FROM identity.api_credentials x`,
    );
    expect(stored[0]?.all).not.toContain(second.secret);
  });
});

describe('the secret before a rotation', () => {
  it('is accepted for the overlap, and not after it, a further rotation or the end of the credential', async () => {
    const userId = await identity.create({ email: 'overlap@example.in', role: 'admin', companyId: 1 });
    const boss = await identity.world.as(SUPER);
    const rotate = (overlapHours: number) =>
      identity.credentials.rotateApiCredentials(boss, { id: userId, overlapHours });
    const end = async () =>
      (await identity.credentials.getApiCredentials(boss, { id: userId })).formerSecretUntil?.getTime();
    const made = await identity.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
    const bearers = [`${made.clientId}:${made.secret}`];
    const next = async (overlapHours: number) =>
      bearers.push(`${made.clientId}:${(await rotate(overlapHours)).secret}`);
    const accepted = async () => {
      const outcomes = await Promise.allSettled(bearers.map((bearer) => exchange(bearer)));
      return outcomes.map(({ status }) => status === 'fulfilled');
    };
    for (const wrong of [-1, 25]) await expectRefusal(rotate(wrong), 'INVALID_OVERLAP');
    await next(24);
    expect(await accepted()).toEqual([true, true]);
    expect((await end()) ?? 0).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await next(1);
    expect(await accepted()).toEqual([false, true, true]);
    await identity.world.sql(
      `UPDATE identity.api_credentials SET former_until = now() + interval '20 seconds' WHERE user_id = $1`,
      [userId],
    );
    const { expiresAt } = await exchange(bearers[1] ?? '');
    expect(expiresAt?.getTime()).toBeLessThan(Date.now() + 21_000);
    await identity.world.sql(`UPDATE identity.api_credentials SET former_until = now() WHERE user_id = $1`, [
      userId,
    ]);
    expect(await accepted()).toEqual([false, false, true]);
    expect(await end()).toBeUndefined();
    await next(1);
    await next(0);
    expect(await accepted()).toEqual([false, false, false, false, true]);
    await next(1);
    await identity.credentials.revokeApiCredentials(boss, { id: userId });
    expect(await accepted()).toEqual(bearers.map(() => false));
  });

  it('names the account that set it, and gets no right that the rotation gave', async () => {
    const userId = await identity.create({ email: 'taken-over@example.in', role: 'admin', companyId: 1 });
    const boss = await identity.world.as({ ...SUPER, userId: 41 });
    const made = await identity.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
    const owner = await identity.world.as({ ...adminOf(1), userId });
    const rotation = { id: userId, mayErase: true, overlapHours: 24 };
    const { secret } = await identity.credentials.rotateApiCredentials(owner, rotation);
    const callerWith = async (one: string) =>
      identity.callerOf((await exchange(`${made.clientId}:${one}`)).token);
    const former = await callerWith(made.secret);
    expect(former.clientMadeBy).toBe(41);
    expect(former.companies.get(1)?.has('erase:automate')).toBe(false);
    const present = await callerWith(secret);
    expect(present.clientMadeBy).toBeUndefined();
    expect(present.companies.get(1)?.has('erase:automate')).toBe(true);
  });
});

it('a program gets no secret that may erase unless it may erase itself', async () => {
  const userId = await identity.create({ email: 'programs@example.in', role: 'admin', companyId: 1 });
  const { credentials } = identity;
  const program = (...more: string[]) =>
    identity.world.as({
      ...{ userId, clientId: 'pvc_1' },
      companies: { 1: [...ADMIN_PERMISSIONS, 'access:automate', ...more] },
    });
  const refusal = { reason: 'MORE_POWER' };
  const erasing = { id: userId, mayErase: true };
  const rotation = { id: userId, overlapHours: 0 };
  await expect(credentials.generateApiCredentials(await program(), erasing)).rejects.toMatchObject(refusal);
  await credentials.generateApiCredentials(await program(), { id: userId, mayErase: false });
  await expect(
    credentials.rotateApiCredentials(await program(), { ...rotation, mayErase: true }),
  ).rejects.toMatchObject(refusal);
  await credentials.rotateApiCredentials(await program('erase:automate'), { ...rotation, mayErase: true });
  await expect(
    credentials.rotateApiCredentials(await program(), { ...rotation, mayErase: undefined }),
  ).rejects.toMatchObject(refusal);
  await credentials.rotateApiCredentials(await program(), { ...rotation, mayErase: false });
});

it('a credential may erase only if it was created so, where its user may erase', async () => {
  const userId = await identity.create({ email: 'eraser@example.in', role: 'admin', companyId: 1 });
  const boss = await identity.world.as(SUPER);
  const held = async (bearer: string) => {
    const caller = await identity.callerOf((await exchange(bearer)).token);
    return caller.kind === 'user' && (caller.companies.get(1)?.has('erase:automate') ?? false);
  };
  const bearerOf = ({ clientId, secret }: { clientId: string; secret: string }) => `${clientId}:${secret}`;
  const plain = await identity.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
  expect(await held(bearerOf(plain))).toBe(false);
  const rotate = async (mayErase: boolean | undefined) =>
    bearerOf(
      await identity.credentials.rotateApiCredentials(boss, { id: userId, mayErase, overlapHours: 0 }),
    );
  expect(await held(await rotate(true))).toBe(true);
  const kept = await rotate(undefined);
  expect(await held(kept)).toBe(true);
  await identity.users.updateUser(boss, { ...NOTHING, id: userId, role: 'pii_view' });
  expect(await held(kept)).toBe(false);
  expect(await held(await rotate(false))).toBe(false);
});

describe('the permission of a job’s author', () => {
  it('outlives the session and ends with the user, the role or the client', async () => {
    const id = await identity.create({ email: 'importer@example.in', role: 'admin', companyId: 1 });
    const vault = identity.world.asService('vault', 1);
    const ask = (more: object = {}) =>
      identity.authority.checkAuthority(vault, {
        userId: id,
        clientId: undefined,
        companyId: 1,
        permission: 'pii:write',
        ...more,
      });
    expect(await ask()).toEqual({ holds: true });
    expect(await ask({ permission: 'company:create' })).toEqual({ holds: false });
    expect(await ask({ userId: 424_242 })).toEqual({ holds: false });
    expect(await ask({ clientId: 'pvc_none' })).toEqual({ holds: false });
    await expectRefusal(ask({ companyId: 2 }), 'PERMISSION_DENIED');
    const boss = await identity.world.as(SUPER);
    const { clientId } = await identity.credentials.generateApiCredentials(boss, {
      id,
      mayErase: false,
    });
    expect(await ask({ clientId })).toEqual({ holds: true });
    await identity.world.sql(`UPDATE identity.users SET status = 'suspended' WHERE id = $1`, [id]);
    expect(await ask()).toEqual({ holds: false });
  });
});
