import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootFactors, type FactorWorld, totp } from './factor-world.ts';
import { byPassword, newUser, PASSWORD, SUPER } from './identity-world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await bootFactors();
});
beforeEach(() => {
  world.clock.offsetMs = 0;
});
afterAll(async () => world?.world.stop());

const OWN = 'Battery-Staple-88';
let count = 0;

/** A new user with a generated password. */
async function generated(role = 'pii_view') {
  count += 1;
  const email = `new${count}@example.in`;
  const boss = await world.world.as(SUPER);
  const { user, temporaryPassword } = await world.users.createUser(
    boss,
    newUser({ email, role, companyId: 1 }),
  );
  return { userId: user?.id ?? 0, email, temporaryPassword: temporaryPassword ?? 'none' };
}

async function signIn({ userId, email, temporaryPassword }: Awaited<ReturnType<typeof generated>>) {
  const login = await world.logIn(email, temporaryPassword);
  const as = await world.world.as({ userId, sessionId: login.sessionId, lacks: 'new_password' });
  return { ...login, as };
}

describe('a session of a temporary password', () => {
  it('has no permission and can only set another password, which ends the restriction', async () => {
    const person = await generated();
    const { temporaryPassword } = person;
    const login = await signIn(person);
    expect(login.lacks).toEqual({ kind: 'new_password', factors: [] });
    expect(login.user).toMatchObject({ email: person.email, permissions: [], companies: [] });
    expect(await world.callerBehind(login)).toMatchObject({ lacks: 'new_password', companies: new Map() });
    for (const refused of [
      () => world.sessions.listSessions(login.as, {}),
      () => world.sessions.confirmSession(login.as, byPassword(temporaryPassword)),
      () => world.factors.listFactors(login.as, {}),
      () => world.sessions.createDemoToken(login.as, { companyId: 1 }),
    ])
      await expectRefusal(refused(), 'NEW_PASSWORD_REQUIRED');
    const change = (newPassword: string) =>
      world.passwords.changePassword(login.as, { currentPassword: temporaryPassword, newPassword });
    await expect(change(temporaryPassword)).rejects.toMatchObject({
      details: [{ path: 'newPassword', message: 'Choose a password that differs from the temporary one' }],
    });
    expect((await world.callerBehind(login)).lacks).toBe('new_password');
    await change(OWN);
    const full = await world.callerBehind(login);
    expect([full.lacks, full.companies.get(1)?.has('pii:read')]).toEqual([undefined, true]);
    expect((await world.logIn(person.email, OWN)).lacks).toBeUndefined();
    await expectRefusal(world.logIn(person.email, temporaryPassword), 'INVALID_CREDENTIALS');
  });

  it('comes before the enrolment of a factor', async () => {
    const person = await generated('admin');
    const login = await signIn(person);
    expect(login.lacks?.kind).toBe('new_password');
    await world.passwords.changePassword(login.as, {
      currentPassword: person.temporaryPassword,
      newPassword: OWN,
    });
    expect((await world.callerBehind(login)).lacks).toBe('factor_enrolment');
  });

  it('comes after the second factor of a user who has one', async () => {
    const person = await world.person();
    const { secret } = await world.addApp(await person.as());
    const { temporaryPassword } = await world.users.resendWelcome(await world.world.as(SUPER), {
      id: person.userId,
      includeNewPassword: true,
    });
    await expectRefusal(world.callerBehind(person), 'UNAUTHENTICATED');
    const login = await world.logIn(person.email, temporaryPassword);
    expect(login.lacks?.kind).toBe('second_factor');
    const waiting = { userId: person.userId, sessionId: login.sessionId, lacks: 'second_factor' } as const;
    const passed = await world.pass(await world.world.as(waiting), totp(world.codeOf(secret)));
    expect(passed.lacks).toEqual({ kind: 'new_password', factors: [] });
    expect(passed.user?.permissions).toEqual([]);
    expect(await world.callerBehind(login)).toMatchObject({ lacks: 'new_password', companies: new Map() });
  });
});

describe('a temporary password', () => {
  it('does not restrict API credentials, which are a secret of their own', async () => {
    const { userId } = await generated();
    const boss = await world.world.as(SUPER);
    const made = await world.credentials.generateApiCredentials(boss, { id: userId, mayErase: false });
    const client = await world.callerBehind({ token: `${made.clientId}:${made.secret}` });
    expect([client.lacks, client.companies.get(1)?.has('pii:read')]).toEqual([undefined, true]);
  });

  it('ends by a mailed link, and a password that an administrator typed is none', async () => {
    const { userId, email } = await generated();
    await world.users.setUserPassword(await world.world.as(SUPER), { id: userId, password: PASSWORD });
    expect((await world.logIn(email)).lacks).toBeUndefined();
    const other = await generated();
    await world.passwords.forgotPassword(world.gateway(), { email: other.email });
    const token = () =>
      world.sent
        .filter(({ to }) => to === other.email)
        .flatMap(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? [])
        .at(-1);
    await expect.poll(token).toBeDefined();
    const reset = (password: string) =>
      world.passwords.resetPassword(world.gateway(), { token: token() ?? '', password });
    await expect(reset(other.temporaryPassword)).rejects.toMatchObject({
      details: [{ path: 'password', message: 'Choose a password that differs from the temporary one' }],
    });
    await reset(OWN);
    expect((await world.logIn(other.email, OWN)).lacks).toBeUndefined();
  });
});
