import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootFactors, byCode, byPasskey, type FactorWorld, passkey, recovery, totp } from './factor-world.ts';
import { PASSWORD } from './identity-world.ts';
import {
  type Misbehaviour,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from './software-authenticator.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await bootFactors();
});
beforeEach(() => {
  world.clock.offsetMs = 0;
});
afterAll(async () => world?.world.stop());

const WRONG = { reason: 'WRONG_FACTOR' };

async function withApp() {
  const person = await world.person();
  const app = await world.addApp(await person.as());
  return { person, ...app };
}
async function withPasskey() {
  const person = await world.person();
  const authenticator = softwareAuthenticator();
  await world.addPasskey(await person.as(), authenticator);
  return { person, authenticator, ctx: await (await world.again(person)).as('second_factor') };
}

describe('codes of an app', () => {
  it('are accepted once: never again, in no other session, and no code of an earlier step', async () => {
    const { person, secret } = await withApp();
    const code = world.codeOf(secret);
    await world.pass(await (await world.again(person)).as('second_factor'), totp(code));
    const second = await (await world.again(person)).as('second_factor');
    for (const used of [code, world.codeOf(secret, -1)])
      await expect(world.pass(second, totp(used))).rejects.toMatchObject(WRONG);
    await expect(world.sessions.confirmSession(await person.as(), byCode(code))).rejects.toMatchObject(WRONG);
    await world.pass(second, totp(world.codeOf(secret, 1)));
  });

  it('are accepted once in 8 concurrent tries', async () => {
    const { person, secret } = await withApp();
    const code = world.codeOf(secret);
    const contexts = await Promise.all(
      Array.from({ length: 8 }, async () => (await world.again(person)).as('second_factor')),
    );
    const tries = await Promise.allSettled(contexts.map((ctx) => world.pass(ctx, totp(code))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([-2, 2])('are refused %i steps away', async (steps) => {
    const { person, secret } = await withApp();
    const ctx = await (await world.again(person)).as('second_factor');
    await expect(world.pass(ctx, totp(world.codeOf(secret, steps)))).rejects.toMatchObject(WRONG);
  });

  it('cannot be guessed: ten tries over all sessions and addresses, with separate ones for a known device', async () => {
    const { person, secret } = await withApp();
    const login = await world.logIn(person.email, PASSWORD, true);
    const own = await world.world.as({ ...person, sessionId: login.sessionId, lacks: 'second_factor' });
    const { deviceCookie } = await world.pass(own, totp(world.codeOf(secret)));
    for (let n = 0; n < 10; n++) {
      const ctx = await (await world.again(person)).as('second_factor');
      const from = { ...ctx, ipAddress: `198.51.100.${n}` };
      await expect(world.pass(from, totp(String(n).padStart(6, '0')))).rejects.toMatchObject(WRONG);
    }
    const waiting = await (await world.again(person)).as('second_factor');
    const right = totp(world.codeOf(secret, 1));
    await expectRefusal(world.pass(waiting, right), 'LOGIN_THROTTLED');
    expect((await world.audited('login_failure')).at(-1)).toMatchObject({ reason: 'THROTTLED' });
    await world.pass(waiting, right, deviceCookie);
  });
});

describe('passkeys', () => {
  const cases: [string, Misbehaviour][] = [
    ['another origin', { origin: 'https://vault.evil.example' }],
    ['the origin of another port', { origin: 'http://localhost:8081' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['another challenge', { challenge: Buffer.from('of my own').toString('base64url') }],
  ];

  it.each(cases)('are not asserted with %s', async (_what, more) => {
    const { authenticator, ctx } = await withPasskey();
    const { optionsJson } = await world.factors.beginAssertion(ctx, {});
    await expect(world.pass(ctx, passkey(authenticator.get(optionsJson, more)))).rejects.toMatchObject(WRONG);
    await world.pass(ctx, passkey(await world.assertion(ctx, authenticator)));
  });

  it.each(cases)('are not added with %s', async (_what, more) => {
    const ctx = await (await world.person()).as();
    const { optionsJson } = await world.factors.beginPasskey(ctx, {});
    const responseJson = softwareAuthenticator().create(optionsJson, more);
    await expect(world.factors.finishPasskey(ctx, { responseJson, name: 'x' })).rejects.toMatchObject(WRONG);
  });

  it.each(['', 'null', '{}', '[]', 'x'.repeat(20_000), '{"id":"a","rawId":"a","type":"public-key"}'])(
    'are not asserted with %.40s',
    async (response) => {
      const { ctx } = await withPasskey();
      await world.factors.beginAssertion(ctx, {});
      await expect(world.pass(ctx, passkey(response))).rejects.toMatchObject(WRONG);
    },
  );

  it('answer a challenge once, rightly or wrongly, within five minutes', async () => {
    const { authenticator, ctx } = await withPasskey();
    const over = { reason: 'CHALLENGE_OVER' };
    const { optionsJson } = await world.factors.beginAssertion(ctx, {});
    await expect(
      world.pass(ctx, passkey(authenticator.get(optionsJson, { isVerified: false }))),
    ).rejects.toMatchObject(WRONG);
    await expect(world.pass(ctx, passkey(authenticator.get(optionsJson)))).rejects.toMatchObject(over);
    const late = await world.assertion(ctx, authenticator);
    world.clock.offsetMs = 5 * 60_000;
    await expect(world.pass(ctx, passkey(late))).rejects.toMatchObject(over);
    world.clock.offsetMs = 0;
    const answer = await world.assertion(ctx, authenticator);
    await world.pass(ctx, passkey(answer));
    await expectRefusal(world.sessions.confirmSession(ctx, byPasskey(answer)), 'SECOND_FACTOR_REQUIRED');
  });

  it('answer only the challenge of their session', async () => {
    const { person, authenticator, ctx } = await withPasskey();
    const other = await (await world.again(person)).as('second_factor');
    const answer = await world.assertion(ctx, authenticator);
    await expectRefusal(world.pass(other, passkey(answer)), 'CHALLENGE_OVER');
    await world.factors.beginAssertion(other, {});
    await expect(world.pass(other, passkey(answer))).rejects.toMatchObject(WRONG);
  });

  it('of another user are refused, also with the credential id of the victim', async () => {
    const victim = await withPasskey();
    const attacker: SoftwareAuthenticator = (await withPasskey()).authenticator;
    for (const more of [{}, { credentialId: victim.authenticator.credentialId }]) {
      const { optionsJson } = await world.factors.beginAssertion(victim.ctx, {});
      await expect(world.pass(victim.ctx, passkey(attacker.get(optionsJson, more)))).rejects.toMatchObject(
        WRONG,
      );
    }
  });

  it('are refused as copies when their counter does not increase', async () => {
    const { person, authenticator, ctx } = await withPasskey();
    await world.pass(ctx, passkey(await world.assertion(ctx, authenticator)));
    const next = await (await world.again(person)).as('second_factor');
    for (const counter of [1, 2]) {
      const { optionsJson } = await world.factors.beginAssertion(next, {});
      await expect(
        world.pass(next, passkey(authenticator.get(optionsJson, { counter }))),
      ).rejects.toMatchObject(WRONG);
    }
    const { optionsJson } = await world.factors.beginAssertion(next, {});
    await world.pass(next, passkey(authenticator.get(optionsJson, { counter: 3 })));
  });
});

describe('recovery codes', () => {
  it('are accepted once in 50 concurrent tries from known devices', async () => {
    const { person, secret, recoveryCodes } = await withApp();
    const deviceCookies: string[] = [];
    for (let n = 0; n < 6; n++) {
      await world.world.sql(`UPDATE identity.user_factors SET last_step = 0 WHERE user_id = $1`, [
        person.userId,
      ]);
      const login = await world.logIn(person.email, PASSWORD, true);
      const ctx = await world.world.as({ ...person, sessionId: login.sessionId, lacks: 'second_factor' });
      deviceCookies.push((await world.pass(ctx, totp(world.codeOf(secret)))).deviceCookie);
    }
    // In sequence: concurrent sign-ins before the first success count as guesses.
    const waiting: Ctx[] = [];
    for (let n = 0; n < 50; n++) waiting.push(await (await world.again(person)).as('second_factor'));
    const code = recovery(recoveryCodes[3] ?? '');
    const tries = await Promise.allSettled(
      waiting.map((ctx, n) => world.pass(ctx, code, deviceCookies[n % deviceCookies.length])),
    );
    const reasons = tries.map((each) => (each.status === 'fulfilled' ? 'passed' : each.reason.reason));
    expect(reasons.filter((reason) => reason === 'passed')).toHaveLength(1);
    expect(new Set(reasons)).toEqual(new Set(['passed', 'WRONG_FACTOR']));
    expect((await world.factors.listFactors(await person.as(), {})).recoveryCodesLeft).toBe(9);
  });

  it('of another user are wrong', async () => {
    const [one, other] = [await withApp(), await withApp()];
    const ctx = await (await world.again(one.person)).as('second_factor');
    await expect(world.pass(ctx, recovery(other.recoveryCodes[0] ?? ''))).rejects.toMatchObject(WRONG);
  });
});
