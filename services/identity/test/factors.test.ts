import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bootFactors, type FactorWorld } from './factor-world.ts';
import { adminOf, SUPER } from './identity-world.ts';
import { softwareAuthenticator } from './software-authenticator.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await bootFactors();
});
beforeEach(() => {
  world.clock.offsetMs = 0;
});
afterAll(async () => world?.world.stop());

const list = async (ctx: Parameters<FactorWorld['addApp']>[0]) => world.factors.listFactors(ctx, {});

describe('an authenticator app', () => {
  it('is active after its first code; no row, event or mail contains its plain secret', async () => {
    const person = await world.person();
    const ctx = await person.as();
    const begun = await world.factors.beginTotp(ctx, {});
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/PII%20Vault:person\d+%40example\.in\?/);
    expect((await list(ctx)).factors).toEqual([]);
    const wrong = { code: '000000', name: 'Phone' };
    await expectRefusal(world.factors.finishTotp(ctx, wrong), 'WRONG_FACTOR');
    const code = world.codeOf(begun.secret);
    const made = await world.factors.finishTotp(ctx, { code, name: ' Phone ' });
    expect(made.factor).toMatchObject({ kind: 'totp', name: 'Phone' });
    expect(new Set(made.recoveryCodes).size).toBe(10);
    expect(await list(ctx)).toMatchObject({
      factors: [{ name: 'Phone' }],
      recoveryCodesLeft: 10,
      required: false,
      proofs: ['totp', 'password'],
    });
    await world.world.drain();
    const [rows] = await world.world.sql<{ text: string }>(
      `SELECT (SELECT string_agg(f::text, '') FROM identity.user_factors f)
         || (SELECT string_agg(encode(payload, 'escape'), '') FROM bus.log)
         || (SELECT string_agg(r::text, '') FROM identity.recovery_codes r) AS text`,
    );
    expect(rows?.text).toContain('Phone');
    for (const secret of [begun.secret, ...made.recoveryCodes]) {
      expect(rows?.text).not.toContain(secret);
      expect(JSON.stringify(world.sent)).not.toContain(secret);
    }
    await expectRefusal(world.factors.finishTotp(ctx, { code, name: 'Phone' }), 'CHALLENGE_OVER');
  });

  it('must be begun again after ten minutes', async () => {
    const ctx = await (await world.person()).as();
    const { secret } = await world.factors.beginTotp(ctx, {});
    world.clock.offsetMs = 10 * 60_000 + 1;
    const request = { code: world.codeOf(secret), name: 'Phone' };
    await expectRefusal(world.factors.finishTotp(ctx, request), 'CHALLENGE_OVER');
  });

  it.each([
    ['', 'INVALID_FACTOR_NAME'],
    ['x'.repeat(101), 'INVALID_FACTOR_NAME'],
    ['a\u0000b', 'INVALID_FACTOR_NAME'],
    ['Phone\u200e', 'INVALID_FACTOR_NAME'],
  ])('needs a name: %j', async (name, reason) => {
    const ctx = await (await world.person()).as();
    const { secret } = await world.factors.beginTotp(ctx, {});
    const request = { code: world.codeOf(secret), name };
    await expect(world.factors.finishTotp(ctx, request)).rejects.toMatchObject({ reason });
  });
});

describe('a passkey', () => {
  it('is added in a ceremony with the console’s origin and user verification', async () => {
    const person = await world.person();
    const ctx = await person.as();
    const { optionsJson } = await world.factors.beginPasskey(ctx, {});
    expect(JSON.parse(optionsJson)).toMatchObject({
      rp: { id: 'localhost', name: 'PII Vault' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
    });
    const authenticator = softwareAuthenticator();
    const request = { responseJson: authenticator.create(optionsJson), name: 'Laptop' };
    const made = await world.factors.finishPasskey(ctx, request);
    expect(made).toMatchObject({ factor: { kind: 'passkey', name: 'Laptop' } });
    expect(made.recoveryCodes).toHaveLength(10);
    await expect
      .poll(() => world.mailsTo(person.email))
      .toContain('A second factor of your PII Vault account was added');
    expect((await world.audited('factor_enrol')).at(-1)).toMatchObject({
      actorId: String(person.userId),
      objectIds: { userId: String(person.userId), factor: 'passkey' },
    });
  });

  it('belongs to one account, and its challenge is valid for five minutes', async () => {
    const authenticator = softwareAuthenticator();
    const own = await (await world.person()).as();
    await world.addPasskey(own, authenticator);
    const other = await (await world.person()).as();
    await expectRefusal(world.addPasskey(other, authenticator), 'PASSKEY_EXISTS');
    const { optionsJson } = await world.factors.beginPasskey(other, {});
    world.clock.offsetMs = 5 * 60_000 + 1;
    const responseJson = softwareAuthenticator().create(optionsJson);
    await expectRefusal(world.factors.finishPasskey(other, { responseJson, name: 'Key' }), 'CHALLENGE_OVER');
  });
});

describe('own factors', () => {
  it('are renamed and removed with a mail and an entry; those of other users are not found', async () => {
    const person = await world.person();
    const ctx = await person.as();
    const { id } = await world.addApp(ctx);
    const renamed = await world.factors.renameFactor(ctx, { id, name: 'Tablet' });
    expect(renamed.factor?.name).toBe('Tablet');
    const stranger = await (await world.person()).as();
    for (const call of [
      () => world.factors.renameFactor(stranger, { id, name: 'Mine' }),
      () => world.factors.removeFactor(stranger, { id }),
    ])
      await expectRefusal(call(), 'NOT_FOUND');
    await world.factors.removeFactor(ctx, { id });
    expect(await list(ctx)).toMatchObject({ factors: [], recoveryCodesLeft: 0, proofs: ['password'] });
    await expect.poll(() => world.mailsTo(person.email)).toHaveLength(3);
    for (const action of ['factor_rename', 'factor_remove'])
      expect((await world.audited(action)).at(-1)).toMatchObject({
        companyId: 1,
        objectIds: { factorId: String(id) },
      });
  });

  it('cannot all be removed when the role requires one, not even by two concurrent calls', async () => {
    const person = await world.person('admin');
    const lacking = await person.as('factor_enrolment');
    const { id } = await world.addApp(lacking);
    const ctx = await person.as();
    await expectRefusal(world.factors.removeFactor(ctx, { id }), 'LAST_FACTOR');
    const second = (await world.addPasskey(ctx, softwareAuthenticator())).factor?.id ?? 0;
    const both = await Promise.allSettled(
      [id, second].map((each) => world.factors.removeFactor(ctx, { id: each })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await list(ctx)).factors).toHaveLength(1);
    expect((await list(ctx)).recoveryCodesLeft).toBe(10);
  });

  it('are limited to ten', async () => {
    const ctx = await (await world.person()).as();
    for (let n = 0; n < 10; n++) await world.addPasskey(ctx, softwareAuthenticator());
    await expectRefusal(world.factors.beginPasskey(ctx, {}), 'TOO_MANY_FACTORS');
    await expectRefusal(world.factors.beginTotp(ctx, {}), 'TOO_MANY_FACTORS');
  });

  it('are hidden from API clients and delegated tokens', async () => {
    const { userId } = await world.person();
    for (const more of [{ clientId: 'pvc_1' }, { actorUserId: 9 }]) {
      const ctx = await world.world.as({ userId, companies: { 1: ['pii:read'] }, ...more });
      await expectRefusal(list(ctx), 'NO_SESSION');
      await expectRefusal(world.factors.beginTotp(ctx, {}), 'OWN_SESSION_REQUIRED');
    }
  });

  it('are changed only with a fresh proof', async () => {
    const person = await world.person();
    const { id } = await world.addApp(await person.as());
    const stale = await person.as(undefined, { provenAt: null });
    for (const call of [
      () => world.factors.beginTotp(stale, {}),
      () => world.factors.finishTotp(stale, { code: '1', name: 'x' }),
      () => world.factors.beginPasskey(stale, {}),
      () => world.factors.finishPasskey(stale, { responseJson: '{}', name: 'x' }),
      () => world.factors.renameFactor(stale, { id, name: 'x' }),
      () => world.factors.removeFactor(stale, { id }),
      () => world.factors.renewRecoveryCodes(stale, {}),
    ])
      await expectRefusal(call(), 'FRESH_PROOF_REQUIRED');
  });

  it('are deleted with the account', async () => {
    const person = await world.person();
    await world.addApp(await person.as());
    await world.users.deleteUser(await world.world.as(SUPER), { id: person.userId });
    const left = await world.world.sql(`SELECT FROM identity.user_factors WHERE user_id = $1`, [
      person.userId,
    ]);
    expect(left).toEqual([]);
  });
});

describe('recovery codes', () => {
  it('are renewed, and the previous ones become void', async () => {
    const person = await world.person();
    const ctx = await person.as();
    await expectRefusal(world.factors.renewRecoveryCodes(ctx, {}), 'NO_FACTOR');
    const { recoveryCodes: former } = await world.addApp(ctx);
    const { recoveryCodes } = await world.factors.renewRecoveryCodes(ctx, {});
    expect(recoveryCodes).toHaveLength(10);
    expect((await world.audited('recovery_codes_renew')).at(-1)?.objectIds.userId).toBe(
      String(person.userId),
    );
    const waiting = await (await world.again(person)).as('second_factor');
    const proof = (value = '') => ({ $case: 'recoveryCode', value }) as const;
    await expectRefusal(world.pass(waiting, proof(former[0])), 'WRONG_FACTOR');
    await world.pass(waiting, proof(recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ')));
    expect(await list(ctx)).toMatchObject({ recoveryCodesLeft: 9 });
    await expect
      .poll(() => world.mailsTo(person.email))
      .toContain('A recovery code of your PII Vault account was used');
  });
});

describe('an administrator', () => {
  it('resets the factors of a colleague: sessions end, the entry names both, the owner gets a mail', async () => {
    const person = await world.person();
    await world.addApp(await person.as());
    const request = { id: person.userId };
    const admin = await world.world.as(adminOf(1));
    expect((await world.factors.listUserFactors(admin, request)).factors).toMatchObject([{ name: 'Phone' }]);
    const stale = await world.world.as({ ...adminOf(1), provenAt: null });
    await expectRefusal(world.factors.resetUserFactors(stale, request), 'FRESH_PROOF_REQUIRED');
    await world.factors.resetUserFactors(admin, request);
    await expectRefusal(world.callerBehind(person), 'UNAUTHENTICATED');
    expect(await world.audited('factor_reset')).toMatchObject([
      {
        actorId: '9002',
        companyId: 1,
        objectIds: { userId: String(person.userId) },
        counts: { factors: 1 },
      },
    ]);
    await expect
      .poll(() => world.mailsTo(person.email))
      .toContain('The second factors of your PII Vault account were removed');
    await expectRefusal(world.factors.resetUserFactors(admin, request), 'NO_FACTOR');
    expect((await world.callerBehind(await world.again(person))).lacks).toBeUndefined();
  });

  it('cannot reset their own factors, nor those of a user with more permissions', async () => {
    const own = await world.world.as({ ...adminOf(1), userId: (await world.person('admin')).userId });
    const { userId } = own.caller as { userId: number };
    await expectRefusal(world.factors.resetUserFactors(own, { id: userId }), 'OWN_ACCOUNT');
    const root = (await world.person('super_admin')).userId;
    await expectRefusal(world.factors.resetUserFactors(own, { id: root }), 'NOT_FOUND');
  });
});
