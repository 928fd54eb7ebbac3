import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { waitingOf } from '@pii-vault/platform/testing/waiting-of';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN_PERMISSIONS,
  adminOf,
  bootIdentity,
  type IdentityWorld,
  KEEPING,
  NOTHING,
  SUPER,
} from './identity-world.ts';

let identity: IdentityWorld;
let adminId: number;
let viewerId: number;
let sessionId: string;

beforeAll(async () => {
  identity = await bootIdentity();
  adminId = await identity.create({ email: 'admin@example.in', role: 'admin', companyId: 1 });
  viewerId = await identity.create({ email: 'viewer@example.in', role: 'pii_view', companyId: 1 });
});
afterAll(async () => identity?.world.stop());
beforeEach(async () => {
  sessionId = (await identity.logIn('admin@example.in')).sessionId;
});

const admin = () => identity.world.as({ ...adminOf(1), userId: adminId, sessionId });
const exchange = (bearer: string, companyId?: number) => identity.exchange(bearer, { companyId });
/** The caller that a service gets for a secret of the administrator, which programs may use. */
const programWith = async ({ clientId, secret }: { clientId: string; secret: string }) => {
  const { userId, clientSecretChange } = await identity.callerOf(
    (await exchange(`${clientId}:${secret}`)).token,
  );
  return {
    ...{ userId, clientId, clientSecretChange },
    companies: { 1: [...ADMIN_PERMISSIONS, 'access:automate'] },
  };
};
const make = async (more: { userId?: number; role?: string; companyId?: number } = {}) => {
  const { userId = adminId, role = 'analytics', companyId = 1 } = more;
  const request = { companyId, userId, role };
  return (await identity.sessions.createApiToken(await admin(), request)).token;
};
describe('an API token', () => {
  it('has the permissions of its role in one company of its user, and names its creator', async () => {
    const token = await make({ userId: viewerId, role: 'pii_view' });
    const answer = await exchange(token);
    expect(answer).toMatchObject({ userId: viewerId, primaryCompanyId: 1, companyIds: [1] });
    const caller = await identity.callerOf(answer.token);
    expect(caller).toMatchObject({ userId: viewerId, actorUserId: adminId, isSuperAdmin: false });
    expect([...(caller.companies.get(1) ?? [])].sort()).toEqual([
      'compliance:read',
      'lineage:pairs',
      'lineage:read',
      'pii:read',
      'pii:reveal',
    ]);
    expect((await exchange(token, 2)).companyIds).toEqual([]);
    const [entry] = await identity.audited('token_create');
    expect(entry).toMatchObject({ actorId: String(adminId), objectIds: { userId: String(viewerId) } });
  });

  it('never has more permissions than its creator', async () => {
    const lesser = await identity.world.as({ userId: viewerId, companies: { 1: ['pii:read'] } });
    const request = { companyId: 1, userId: viewerId, role: 'admin' };
    await expectRefusal(identity.sessions.createApiToken(lesser, request), 'MORE_POWER');
    await expectRefusal(make({ companyId: 2 }), 'MORE_POWER');
    await expect(make({ role: 'king' })).rejects.toMatchObject({ message: 'Role is required' });
    const root = await identity.create({ email: 'root@example.in', role: 'super_admin' });
    await expectRefusal(make({ userId: root }), 'NOT_FOUND');
    const token = await make({ userId: viewerId, role: 'admin' });
    const held = (await identity.callerOf((await exchange(token)).token)).companies.get(1);
    expect(held?.has('pii:write')).toBe(false);
    expect(held?.has('pii:reveal')).toBe(true);
  });

  it('ends with its parent session, its creator and logout, and cannot create further tokens', async () => {
    const token = await make();
    const { sessionId: own } = await exchange(token);
    const asToken = { ...(await admin()) };
    const caller = await identity.callerOf((await exchange(token)).token);
    const child = await identity.world.as({
      companies: { 1: [...ADMIN_PERMISSIONS, 'access:automate'] },
      userId: adminId,
      sessionId: own,
      actorUserId: adminId,
    });
    expect(caller.actorUserId).toBe(adminId);
    const nested = { companyId: 1, userId: adminId, role: 'analytics' };
    await expectRefusal(identity.sessions.createApiToken(child, nested), 'TOKEN_FROM_TOKEN');
    await identity.sessions.logout(asToken, {});
    await expectRefusal(exchange(token), 'UNAUTHENTICATED');
    expect(await identity.isLive(own)).toBe(false);
  });

  it('ends when its parent session was not used for half an hour, though the token is in use', async () => {
    const token = await make();
    const { sessionId: own } = await exchange(token);
    const idle = (minutes: number) =>
      identity.world.sql(
        `UPDATE identity.user_sessions SET last_seen_at = now() - make_interval(mins => $2::integer) WHERE id = $1`,
        [sessionId, minutes],
      );
    await idle(29);
    await exchange(token);
    await idle(30);
    await expectRefusal(exchange(token), 'UNAUTHENTICATED');
    const used = { sessionIds: [own], activeSessionIds: [own] };
    expect((await identity.liveness(used)).sessions).toEqual([]);
  });

  it('is listed and ended by its owner only', async () => {
    const token = await make({ userId: viewerId, role: 'analytics' });
    const { sessions } = await identity.sessions.listSessions(await admin(), {});
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ id: sessionId, kind: 'login' });
    const listed = sessions.find(({ kind, userId }) => kind === 'api_token' && userId === viewerId);
    expect(listed).toMatchObject({ companyId: 1, role: 'analytics' });
    const id = listed?.id ?? '';
    const stranger = await identity.world.as(SUPER);
    await expectRefusal(identity.sessions.endSession(stranger, { id }), 'NOT_FOUND');
    const delegated = { userId: viewerId, actorUserId: adminId, sessionId: id };
    const itself = await identity.world.as({ ...adminOf(1), ...delegated });
    expect((await identity.sessions.listSessions(itself, {})).sessions.map((own) => own.id)).toEqual([id]);
    // The session of its creator, and another one of its user.
    const { sessionId: ofUser } = await identity.logIn('viewer@example.in');
    for (const other of [sessionId, ofUser])
      await expectRefusal(identity.sessions.endSession(itself, { id: other }), 'NOT_FOUND');
    for (const session of sessions)
      if (session.kind === 'api_token') await identity.sessions.endSession(await admin(), { id: session.id });
    await expectRefusal(exchange(token), 'UNAUTHENTICATED');
  });

  it('of an API client ends when the secret is rotated', async () => {
    const boss = await identity.world.as(SUPER);
    const userId = adminId;
    const made = await identity.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
    const program = await programWith(made);
    const request = { companyId: 1, userId, role: 'pii_view' };
    const { token } = await identity.sessions.createApiToken(await identity.world.as(program), request);
    const named = { userId: adminId, actorUserId: adminId, clientMadeBy: undefined };
    expect(await identity.callerOf((await exchange(token)).token)).toMatchObject(named);
    const madeFor = await identity.world.as({ ...program, clientMadeBy: 41 });
    const other = await identity.sessions.createApiToken(madeFor, request);
    expect(
      await identity.callerOf((await exchange(other.token)).token),
      'creator of the client',
    ).toMatchObject({ ...named, clientMadeBy: 41 });
    await identity.credentials.rotateApiCredentials(boss, { id: userId, ...KEEPING });
    await expectRefusal(exchange(token), 'UNAUTHENTICATED');
  });

  it('of a former secret ends with it: at the end of the overlap, or at a further rotation', async () => {
    const boss = await identity.world.as(SUPER);
    const userId = await identity.create({ email: 'former@example.in', role: 'admin', companyId: 1 });
    const rotate = (overlapHours: number) =>
      identity.credentials.rotateApiCredentials(boss, { id: userId, overlapHours });
    const made = await identity.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
    const request = { companyId: 1, userId, role: 'pii_view' };
    const tokenOf = async (shown: { clientId: string; secret: string }) => {
      const ctx = await identity.world.as(await programWith(shown));
      return (await identity.sessions.createApiToken(ctx, request)).token;
    };
    const before = await tokenOf(made);
    const next = await rotate(2);
    const [former, present] = [await tokenOf(made), await tokenOf(next)];
    const tokens = [before, former, present];
    const accepted = async () =>
      (await Promise.allSettled(tokens.map((token) => exchange(token)))).map(({ status }) => status);
    const lifeOf = (token: string) => {
      const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      return exp - iat;
    };
    expect(tokens.map(lifeOf)).toEqual([86_400, expect.toSatisfy((s) => s <= 7_200), 86_400]);
    expect(await accepted()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const presented = await identity.world.as(await programWith(made));
    await identity.world.sql(`UPDATE identity.api_credentials SET former_until = now() WHERE user_id = $1`, [
      userId,
    ]);
    expect(await accepted()).toEqual(['rejected', 'rejected', 'fulfilled']);
    await expectRefusal(identity.sessions.createApiToken(presented, request), 'UNAUTHENTICATED');
    await rotate(2);
    expect(await accepted()).toEqual(['rejected', 'rejected', 'fulfilled']);
    await rotate(2);
    expect(await accepted()).toEqual(['rejected', 'rejected', 'rejected']);
  });
});

it('a super_admin cannot create a token for a company that does not exist', async () => {
  const email = 'head@example.in';
  const headId = await identity.create({ email, role: 'super_admin' });
  const { sessionId: own } = await identity.logIn(email);
  const head = await identity.world.as({ ...SUPER, userId: headId, sessionId: own });
  const request = { userId: headId, role: 'analytics' };
  await identity.sessions.createDemoToken(head, { companyId: 1 });
  await identity.sessions.createApiToken(head, { ...request, companyId: 1 });
  const before = (await identity.audited('token_create')).length;
  const absent = { companyId: 987_654_321 };
  const refused = { code: 'NOT_FOUND' };
  await expect(identity.sessions.createDemoToken(head, absent)).rejects.toMatchObject(refused);
  await expect(identity.sessions.createApiToken(head, { ...request, ...absent })).rejects.toMatchObject(
    refused,
  );
  expect((await identity.audited('token_create')).length).toBe(before);
});

describe('a demo token', () => {
  it('reads masked values for 24 hours', async () => {
    const { token } = await identity.sessions.createDemoToken(await admin(), { companyId: 1 });
    const held = (await identity.callerOf((await exchange(token)).token)).companies.get(1) ?? new Set();
    expect([...held].filter((name) => /reveal|write|manage|erase|decide/.test(name))).toEqual([]);
    expect(held.has('pii:read')).toBe(true);
    await expectRefusal(
      identity.sessions.createDemoToken(await admin(), { companyId: 2 }),
      'PERMISSION_DENIED',
    );
    const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(exp - iat).toBe(86_400);
  });

  it.each(['idle session', 'logout', 'disabled user', 'lower role'])(
    'ends before that with its user: %s',
    async (end) => {
      const email = `demo-${end.replace(' ', '-')}@example.in`;
      const userId = await identity.create({ email, role: 'admin', companyId: 1 });
      const own = (await identity.logIn(email)).sessionId;
      const ctx = await identity.world.as({ ...adminOf(1), userId, sessionId: own });
      const boss = await identity.world.as(SUPER);
      const { token } = await identity.sessions.createDemoToken(ctx, { companyId: 1 });
      const ends: Record<string, () => Promise<unknown>> = {
        'idle session': () =>
          identity.world.sql(
            `UPDATE identity.user_sessions SET last_seen_at = now() - interval '30 minutes' WHERE id = $1`,
            [own],
          ),
        logout: () => identity.sessions.logout(ctx, {}),
        'disabled user': () => identity.users.setUserStatus(boss, { id: userId, status: 'inactive' }),
        'lower role': () => identity.users.updateUser(boss, { ...NOTHING, id: userId, role: 'pii_view' }),
      };
      await ends[end]?.();
      if (end !== 'lower role') return expectRefusal(exchange(token), 'UNAUTHENTICATED');
      const held = (await identity.callerOf((await exchange(token)).token)).companies.get(1);
      expect([held?.has('pii:read'), held?.has('audit:read')]).toEqual([true, false]);
    },
  );
});

it('an internal token for one gRPC service is refused by the others', async () => {
  const user = { ...adminOf(1), userId: adminId, sessionId };
  const counting = await identity.world.as({ ...user, grpcService: 'piivault.platform.v1.Waiting' });
  await expectRefusal(identity.sessions.listSessions(counting, {}), 'UNAUTHENTICATED');
  await expectRefusal(identity.users.listUsers(counting, { companyId: 1, limit: 0 }), 'UNAUTHENTICATED');
  expect((await waitingOf(identity.world, 'identity')(counting, 1)).logins).toMatchObject({ count: 0 });
});
