import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { THROTTLE_LIMITS } from '../src/sessions/logins/login-throttle.ts';
import { ADMIN_PERMISSIONS, bootIdentity, type IdentityWorld, PASSWORD, signIn } from './identity-world.ts';

let identity: IdentityWorld;

beforeAll(async () => {
  identity = await bootIdentity();
  await identity.create({ email: 'Asha@Example.in', role: 'admin', companyId: 1 });
});
afterAll(async () => identity?.world.stop());

/** A login at an address. */
const at = (ipAddress: string, email: string, more: object = {}) =>
  identity.auth.login(identity.gateway(ipAddress), { ...signIn(email), ...more });

async function errorOf(call: Promise<unknown>): Promise<AppError> {
  return AppError.from(
    await call.then(
      () => new Error('it succeeded'),
      (error: unknown) => error,
    ),
  );
}

describe('a login with the right password', () => {
  it('starts a session, for any case of the address, and is recorded', async () => {
    const answer = await identity.logIn(' asha@example.IN');
    expect(answer).toMatchObject({ contextCookie: '' });
    expect(answer.user).toMatchObject({
      email: 'Asha@Example.in',
      role: 'admin',
      companyId: 1,
      isSuperAdmin: false,
    });
    expect(answer.user?.companies).toMatchObject([{ companyId: 1, role: 'admin' }]);
    expect([...(answer.user?.permissions ?? [])]).toEqual([...ADMIN_PERMISSIONS].sort());
    const [header = '', payload = ''] = answer.token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      typ: 'JWT',
      kid: 'token-1',
    });
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'pii-vault',
      aud: 'pii-vault-api',
      role: 'admin',
      sid: answer.sessionId,
    });
    expect(claims.exp - claims.iat).toBe(12 * 3600);
    expect(claims).not.toHaveProperty('ctx');

    const attempts = await identity.world.sql(
      `SELECT success, failure_reason, risk_score, blocked, ip_address FROM identity.login_attempts`,
    );
    expect(attempts).toEqual([
      { success: true, failure_reason: null, risk_score: 0, blocked: false, ip_address: '203.0.113.7' },
    ]);
    const [entry] = await identity.audited('login_success');
    expect(entry).toMatchObject({
      actorType: 'user',
      companyId: 1,
      decision: 'allowed',
      ipAddress: '203.0.113.7',
    });
    const users = await identity.world.sql(`SELECT last_login_at IS NOT NULL AS seen FROM identity.users`);
    expect(users).toEqual([{ seen: true }]);
  });

  it('binds a browser by a cookie whose digest the token holds', async () => {
    const answer = await identity.logIn('asha@example.in', PASSWORD, true);
    const claims = JSON.parse(Buffer.from(answer.token.split('.')[1] ?? '', 'base64url').toString());
    expect(answer.contextCookie).toMatch(/^[\w-]{43}$/);
    expect(claims.ctx).toMatch(/^[\w-]{43}$/);
    expect(claims.ctx).not.toBe(answer.contextCookie);
  });
});

describe('a login with a wrong address or password', () => {
  it('gets the same answer for an unknown user, a wrong password and an inactive user', async () => {
    const inactive = await identity.create({ email: 'gone@example.in', companyId: 1 });
    await identity.world.sql(`UPDATE identity.users SET status = 'inactive' WHERE id = $1`, [inactive]);
    const errors = [
      await errorOf(at('198.51.100.1', 'nobody@example.in')),
      await errorOf(at('198.51.100.2', 'asha@example.in', { password: 'wrong' })),
      await errorOf(at('198.51.100.3', 'gone@example.in')),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({
        code: 'UNAUTHENTICATED',
        reason: 'INVALID_CREDENTIALS',
        message: 'Invalid email or password',
        details: [],
        retryAfterMs: undefined,
      });
    }
    const reasons = await identity.world.sql<{ failure_reason: string }>(
      `SELECT failure_reason FROM identity.login_attempts WHERE NOT success ORDER BY id`,
    );
    expect(reasons.map((row) => row.failure_reason)).toEqual([
      'unknown_user',
      'wrong_password',
      'inactive_user',
    ]);
    const entries = await identity.audited('login_failure');
    expect(entries.map(({ reason, decision }) => [reason, decision])).toEqual([
      ['UNKNOWN_USER', 'refused'],
      ['WRONG_PASSWORD', 'refused'],
      ['INACTIVE_USER', 'refused'],
    ]);
  });

  it('accepts characters that cannot be stored, and stores no password that was typed as an address', async () => {
    const odd = ['a\u0000b@example.in', 'x\ud800@example.in', 'MyS3cret!Password'];
    for (const email of odd)
      expect((await errorOf(at('198.51.100.9', email))).reason).toBe('INVALID_CREDENTIALS');
    const rows = await identity.world.sql<{ email: string }>(
      `SELECT email FROM identity.login_attempts WHERE ip_address = '198.51.100.9' ORDER BY id`,
    );
    expect(rows.map(({ email }) => email)).toEqual(['ab@example.in', 'x\ufffd@example.in', '']);
  });
});

const bot = JSON.stringify({
  ...{ isBot: true, suspiciousActivity: ['webdriver', 'headless'], screenResolution: '1920x1080' },
  ...{ fingerprint: 'f1', platform: 'Linux', timezone: 'Asia/Kolkata', computerName: 'secret-laptop' },
});

describe('risk', () => {
  it('is recorded and changes nothing in mode record', async () => {
    await expect(at('203.0.113.99', 'asha@example.in', { deviceFingerprint: bot })).resolves.toBeDefined();
    const rows = await identity.world.sql(
      `SELECT risk_score, fingerprint, device_info FROM identity.login_attempts WHERE ip_address = '203.0.113.99'`,
    );
    const device_info = { platform: 'Linux', screenResolution: '1920x1080', timezone: 'Asia/Kolkata' };
    expect(rows).toEqual([{ risk_score: 95, fingerprint: 'f1', device_info }]);
  });
});

describe('risk in mode enforce', () => {
  let strict: IdentityWorld;
  beforeAll(async () => {
    strict = await bootIdentity({ IDENTITY_LOGIN_RISK: 'enforce' });
    for (const email of ['ravi@example.in', 'meera@example.in']) await strict.create({ email, companyId: 1 });
  });
  afterAll(async () => strict?.world.stop());
  const attempt = (more: { email: string; [member: string]: unknown }, ipAddress?: string) =>
    strict.auth.login(strict.gateway(ipAddress), { ...signIn('', PASSWORD, true), ...more });

  it('blocks above 70, with reasons, before the password and for unknown users alike', async () => {
    for (const email of ['ravi@example.in', 'nobody@example.in'])
      expect(await errorOf(attempt({ email, deviceFingerprint: bot }))).toMatchObject({
        code: 'PERMISSION_DENIED',
        reason: 'LOGIN_BLOCKED',
        message: 'Access blocked due to security concerns',
        details: [
          { path: 'reasons', message: 'Automated browser detected' },
          { path: 'reasons', message: 'Suspicious browser activity' },
          { path: 'reasons', message: 'Screen resolution common to automation' },
        ],
      });
    const blocked = await strict.world.sql(
      `SELECT DISTINCT blocked, failure_reason FROM identity.login_attempts`,
    );
    expect(blocked).toEqual([{ blocked: true, failure_reason: 'blocked' }]);
    await expect(attempt({ email: 'ravi@example.in' })).resolves.toBeDefined();
  });

  it('between 40 and 70, or without device data, requires the mailed code of a new device, without disclosing whether the password was right', async () => {
    const risky = { email: 'meera@example.in', deviceFingerprint: JSON.stringify({ isBot: true }) };
    const enter = (more: object) => attempt({ ...risky, ...more }, '203.0.113.8');
    for (const wrong of [
      { deviceFingerprint: '' },
      { password: 'Wrong-Horse-77' },
      { email: 'nobody@example.in' },
      { code: '12345' },
    ])
      expect(await errorOf(enter(wrong))).toMatchObject({
        code: 'RESOURCE_EXHAUSTED',
        reason: 'LOGIN_THROTTLED',
        message: 'Additional verification required',
        retryAfterMs: 60_000,
      });
    await expect.poll(() => strict.sent.length).toBe(1);
    const code = /code is (\d{6})/.exec(strict.sent[0]?.text ?? '')?.[1] ?? '';
    const { deviceCookie } = await enter({ code });
    expect(deviceCookie).toMatch(/^[\w-]{43}$/);
    expect((await errorOf(enter({ code }))).reason).toBe('LOGIN_THROTTLED');
    expect((await enter({ deviceCookie })).deviceCookie).toBe('');
    const rows = await strict.world.sql<{ row: string }>(
      `SELECT concat(d, c) AS row FROM identity.known_devices d FULL JOIN identity.login_codes c ON true`,
    );
    for (const { row } of rows) for (const secret of [deviceCookie, code]) expect(row).not.toContain(secret);
  });
});

describe('a mailed code', () => {
  it('lets the owner into a throttled account once, and is void after its last wrong try', async () => {
    await identity.create({ email: 'owner@example.in', companyId: 1 });
    const attempt = (more: object = {}) => at('198.51.100.77', 'owner@example.in', more);
    const mailedCode = async (mails: number) => {
      expect((await errorOf(attempt())).reason).toBe('LOGIN_THROTTLED');
      await expect.poll(() => identity.sent.length).toBe(mails);
      return /code is (\d{6})/.exec(identity.sent.at(-1)?.text ?? '')?.[1] ?? '';
    };
    for (let i = 0; i < THROTTLE_LIMITS.pair; i++) await errorOf(attempt({ password: 'Wrong-Horse-77' }));
    identity.sent.length = 0;
    const spent = await mailedCode(1);
    await identity.world.sql(`UPDATE identity.login_codes SET tries_left = 1`);
    const wrong = spent === '000000' ? '000001' : '000000';
    for (const code of [wrong, spent])
      expect((await errorOf(attempt({ code }))).reason).toBe('LOGIN_THROTTLED');
    await identity.world.sql(`UPDATE identity.login_codes SET sent_at = now() - interval '2 minutes'`);
    await attempt({ code: await mailedCode(2) });
  });

  it('is mailed ten times a day, and never blocks a known device', async () => {
    await identity.create({ email: 'daily@example.in', companyId: 1 });
    const { deviceCookie } = await at('203.0.113.60', 'daily@example.in', { browser: true });
    // A thief who has the password, at addresses other than the owner's.
    const steal = (place: number, code = '') =>
      errorOf(at(`198.51.105.${place}`, 'daily@example.in', { code }));
    for (let i = 0; i < THROTTLE_LIMITS.identifierDay; i++)
      await errorOf(at(`198.51.106.${i}`, 'daily@example.in', { password: 'x' }));
    identity.sent.length = 0;
    const rested = `UPDATE identity.login_codes SET sent_at = now() - interval '2 minutes'`;
    const sentInDay = () =>
      identity.world.sql(`SELECT sent_in_day AS sent, tries_left AS left FROM identity.login_codes c
        JOIN identity.users u ON u.id = c.user_id AND u.email = 'daily@example.in'`);
    for (let sent = 1; sent <= 10; sent++) {
      expect((await steal(sent)).reason).toBe('LOGIN_THROTTLED');
      await expect.poll(sentInDay).toEqual([{ sent, left: 5 }]);
      await identity.world.sql(rested);
    }
    for (let place = 20; place < 26; place++) await steal(place, '000000');
    expect(await sentInDay()).toEqual([{ sent: 10, left: 0 }]);
    const owner = at('198.51.105.1', 'daily@example.in', { browser: true, deviceCookie });
    await expect(owner).resolves.toBeDefined();
    await expect.poll(() => identity.sent.length).toBe(10);
    await identity.world.sql(
      `UPDATE identity.login_codes SET day_began_at = now() - interval '1 day', sent_at = now() - interval '1 hour'`,
    );
    await steal(30);
    await expect.poll(sentInDay).toEqual([{ sent: 1, left: 5 }]);
  });
});
