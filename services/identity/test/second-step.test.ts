import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bootFactors,
  byCode,
  byPasskey,
  type FactorWorld,
  PASSWORD,
  passkey,
  recovery,
  totp,
} from './factor-world.ts';
import { byPassword, SUPER } from './identity-world.ts';
import { softwareAuthenticator } from './software-authenticator.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await bootFactors();
});
beforeEach(() => {
  world.clock.offsetMs = 0;
});
afterAll(async () => world?.world.stop());

const attemptsOf = (userId: number) =>
  world.world.sql<{ success: boolean; reason: string | null }>(
    `SELECT success, failure_reason AS reason FROM identity.login_attempts WHERE user_id = $1 ORDER BY id`,
    [userId],
  );

describe('a login of a user with a factor', () => {
  it('starts a session without permissions, which get added by the factor', async () => {
    const person = await world.person();
    const { secret } = await world.addApp(await person.as());
    const login = await world.logIn(person.email);
    expect(login.lacks).toEqual({ kind: 'second_factor', factors: ['totp', 'recovery_code'] });
    expect(login.user).toMatchObject({ email: person.email, permissions: [], companies: [] });
    const restricted = await world.callerBehind(login);
    expect(restricted).toMatchObject({ lacks: 'second_factor', provenAt: undefined, isSuperAdmin: false });
    expect(restricted.companies.size).toBe(0);
    expect(await attemptsOf(person.userId)).toHaveLength(1);
    expect((await world.audited('login_challenge')).at(-1)).toMatchObject({
      actorId: String(person.userId),
      objectIds: { sessionId: login.sessionId },
    });

    const ctx = await world.world.as({ ...person, sessionId: login.sessionId, lacks: 'second_factor' });
    expect((await world.sessions.getSession(ctx, {})).lacks?.kind).toBe('second_factor');
    await expectRefusal(world.pass(ctx, totp('000000')), 'WRONG_FACTOR');
    const passed = await world.pass(ctx, totp(world.codeOf(secret)));
    expect(passed.user?.permissions).toContain('pii:read');
    const full = await world.callerBehind(login);
    expect(full.lacks).toBeUndefined();
    expect(full.companies.get(1)?.has('pii:read')).toBe(true);
    expect(full.provenAt).toBeGreaterThan(0);
    expect((await attemptsOf(person.userId)).slice(1)).toEqual([
      { success: false, reason: 'wrong_factor' },
      { success: true, reason: null },
    ]);
    expect((await world.audited('login_success')).at(-1)?.objectIds).toMatchObject({ factor: 'totp' });
    expect((await world.audited('login_failure')).at(-1)).toMatchObject({ reason: 'WRONG_FACTOR' });
    await expectRefusal(world.pass(ctx, totp(world.codeOf(secret, 1))), 'NOTHING_LACKS');
  });

  it('accepts a passkey and a recovery code', async () => {
    const person = await world.person();
    const authenticator = softwareAuthenticator();
    const { recoveryCodes } = await world.addPasskey(await person.as(), authenticator);
    const first = await world.again(person);
    const ctx = await first.as('second_factor');
    await world.pass(ctx, passkey(await world.assertion(ctx, authenticator)));
    expect((await world.callerBehind(first)).lacks).toBeUndefined();
    const second = await world.again(person);
    await world.pass(await second.as('second_factor'), recovery(recoveryCodes[0] ?? ''));
    expect((await world.callerBehind(second)).lacks).toBeUndefined();
  });

  it('remembers the browser and lists the session only after the factor', async () => {
    const person = await world.person();
    const { secret } = await world.addApp(await person.as());
    const login = await world.logIn(person.email, PASSWORD, true);
    expect(login.deviceCookie).toBe('');
    const ctx = await world.world.as({ ...person, sessionId: login.sessionId, lacks: 'second_factor' });
    const ids = async () =>
      (await world.sessions.listSessions(await person.as(), {})).sessions.map(({ id }) => id);
    expect(await ids()).not.toContain(login.sessionId);
    const { deviceCookie } = await world.pass(ctx, totp(world.codeOf(secret)));
    expect(deviceCookie).not.toBe('');
    expect(await ids()).toContain(login.sessionId);
    const again = await world.logIn(person.email, PASSWORD, true);
    const next = await world.world.as({ ...person, sessionId: again.sessionId, lacks: 'second_factor' });
    const passed = await world.pass(next, totp(world.codeOf(secret, 1)), deviceCookie);
    expect(passed.deviceCookie).toBe('');
  });

  it('expires after fifteen minutes without the factor; with it the session lasts as any other', async () => {
    const person = await world.person();
    const { secret } = await world.addApp(await person.as());
    const [late, quick] = [await world.again(person), await world.again(person)];
    await world.pass(await quick.as('second_factor'), totp(world.codeOf(secret)));
    world.clock.offsetMs = 15 * 60_000 + 1;
    await expectRefusal(world.callerBehind(late), 'UNAUTHENTICATED');
    expect((await world.callerBehind(quick)).lacks).toBeUndefined();
  });

  it('does not mention the factor before the password is right', async () => {
    const person = await world.person();
    await world.addApp(await person.as());
    const refusal = (email: string) => world.logIn(email, 'Wrong-Horse-77').catch((error: unknown) => error);
    const [wrong, unknown] = [await refusal(person.email), await refusal('nobody@example.in')];
    expect(wrong).toMatchObject({ reason: 'INVALID_CREDENTIALS', message: 'Invalid email or password' });
    expect(unknown).toMatchObject({ reason: 'INVALID_CREDENTIALS', message: 'Invalid email or password' });
  });
});

describe('a role that must have a factor', () => {
  it('allows only enrolment after the first sign-in', async () => {
    const person = await world.person('admin');
    const { lacks, user } = await world.logIn(person.email);
    expect([lacks?.kind, user?.permissions]).toEqual(['factor_enrolment', []]);
    expect(await world.callerBehind(person)).toMatchObject({ lacks: 'factor_enrolment' });
    const ctx = await person.as('factor_enrolment');
    await expect(world.users.listRoles(ctx, {})).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'FACTOR_ENROLMENT_REQUIRED',
    });
    expect(await world.factors.listFactors(ctx, {})).toMatchObject({ required: true, proofs: ['password'] });
    await world.addApp(ctx);
    const full = await world.callerBehind(person);
    expect(full.lacks).toBeUndefined();
    expect(full.companies.get(1)?.has('users:manage')).toBe(true);
  });

  it('can be a role in one company only, and applies to running sessions', async () => {
    const person = await world.person();
    expect((await world.callerBehind(person)).lacks).toBeUndefined();
    const request = { id: person.userId, companyId: 2, role: 'admin' };
    await world.roles.assignCompanyRole(await world.world.as(SUPER), request);
    expect((await world.callerBehind(person)).lacks).toBe('factor_enrolment');
    const { secret } = await world.addApp(await person.as('factor_enrolment'));
    // Another session that started with the password only.
    const { lacks } = await world.logIn(person.email);
    expect(lacks?.kind).toBe('second_factor');
    await world.world.sql(`UPDATE identity.user_sessions SET factor_at = NULL WHERE id = $1`, [
      person.sessionId,
    ]);
    expect((await world.callerBehind(person)).lacks).toBe('second_factor');
    await world.pass(await person.as('second_factor'), totp(world.codeOf(secret)));
    expect((await world.callerBehind(person)).lacks).toBeUndefined();
  });

  it('does not affect API clients', async () => {
    const person = await world.person('admin');
    const boss = await world.world.as(SUPER);
    const made = await world.credentials.generateApiCredentials(boss, {
      id: person.userId,
      mayErase: false,
    });
    const client = await world.callerBehind({ token: `${made.clientId}:${made.secret}` });
    expect([client.lacks, client.companies.get(1)?.has('users:manage')]).toEqual([undefined, true]);
  });
});

describe('a fresh proof', () => {
  async function withApp(role: string) {
    const person = await world.person(role);
    const app = await world.addApp(await person.as(role === 'admin' ? 'factor_enrolment' : undefined));
    await world.world.sql(`UPDATE identity.user_sessions SET proven_at = NULL WHERE id = $1`, [
      person.sessionId,
    ]);
    return { person, ctx: await person.as(), ...app };
  }

  it('is a code, a passkey or the password', async () => {
    const { person, ctx, secret } = await withApp('pii_view');
    const authenticator = softwareAuthenticator();
    await world.addPasskey(ctx, authenticator);
    for (const proof of [
      byCode(world.codeOf(secret)),
      byPasskey(await world.assertion(ctx, authenticator)),
      byPassword(PASSWORD),
    ]) {
      await world.world.sql(`UPDATE identity.user_sessions SET proven_at = NULL WHERE id = $1`, [
        person.sessionId,
      ]);
      await world.sessions.confirmSession(ctx, proof);
      expect((await world.callerBehind(person)).provenAt).toBeGreaterThan(0);
    }
    expect(
      (await world.audited('session_confirm')).slice(-3).map(({ objectIds }) => objectIds.proof),
    ).toEqual(['totp', 'passkey', 'password']);
  });

  it('is only the factor for users who must have one', async () => {
    const { person, ctx, secret } = await withApp('admin');
    await expectRefusal(world.sessions.confirmSession(ctx, byPassword(PASSWORD)), 'FACTOR_PROOF_REQUIRED');
    expect((await world.audited('session_confirm')).at(-1)).toMatchObject({
      decision: 'refused',
      reason: 'FACTOR_PROOF_REQUIRED',
    });
    await world.passwords.changePassword(ctx, {
      currentPassword: PASSWORD,
      newPassword: 'Battery-Staple-88',
    });
    expect((await world.callerBehind(person)).provenAt).toBeUndefined();
    await world.sessions.confirmSession(ctx, byCode(world.codeOf(secret)));
    expect((await world.callerBehind(person)).provenAt).toBeGreaterThan(0);
    expect((await world.factors.listFactors(ctx, {})).proofs).toEqual(['totp']);
  });

  it('is the password for users who must still enrol a factor', async () => {
    const person = await world.person('admin');
    const ctx = await person.as('factor_enrolment', { provenAt: null });
    await expectRefusal(world.factors.beginTotp(ctx, {}), 'FRESH_PROOF_REQUIRED');
    await world.sessions.confirmSession(ctx, byPassword(PASSWORD));
  });

  it('accepts at most ten wrong codes', async () => {
    const { ctx, secret } = await withApp('pii_view');
    for (let n = 0; n < 10; n++)
      await expectRefusal(world.sessions.confirmSession(ctx, byCode('000000')), 'WRONG_FACTOR');
    const right = byCode(world.codeOf(secret));
    await expectRefusal(world.sessions.confirmSession(ctx, right), 'LOGIN_THROTTLED');
  });
});
