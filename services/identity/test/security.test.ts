import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf, bootIdentity, type IdentityWorld, SUPER, signIn } from './identity-world.ts';

let identity: IdentityWorld;
/** One user of each company. */
let users: { readonly one: number; readonly two: number };

interface Attempt {
  readonly email: string;
  readonly ip?: string;
  readonly userId?: number | undefined;
  readonly fingerprint?: string;
  readonly success?: boolean;
  readonly risk?: number;
  readonly hoursAgo?: number;
}

/** Inserts attempts of some hours ago, as logins record them. */
async function happened(attempts: readonly Attempt[]): Promise<void> {
  for (const {
    email,
    ip = '203.0.113.7',
    userId,
    fingerprint,
    success = false,
    risk = 0,
    hoursAgo = 1,
  } of attempts)
    await identity.world.sql(
      `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info,
         success, failure_reason, risk_score, blocked, created_at)
       VALUES ($1, $2, $3, $3, 'Firefox', $4, '{"platform":"Linux"}', $5, $6, $7, $8, now() - $9 * interval '1 hour')`,
      [
        userId ?? null,
        email,
        ip,
        fingerprint ?? null,
        success,
        success ? null : 'wrong_password',
        risk,
        risk > 70,
        hoursAgo,
      ],
    );
}

beforeAll(async () => {
  identity = await bootIdentity();
  const one = await identity.create({ email: 'one@example.in', companyId: 1 });
  const two = await identity.create({ email: 'two@example.in', companyId: 2 });
  users = { one, two };
  await happened([
    { email: 'one@example.in', userId: one, success: true, fingerprint: 'f-one' },
    { email: 'one@example.in', userId: one, ip: '203.0.113.8' },
    { email: 'one@example.in', userId: one, risk: 95, hoursAgo: 30 },
    { email: 'two@example.in', userId: two, risk: 90 },
    { email: 'nobody@example.in', risk: 70 },
    { email: 'one@example.in', userId: one, risk: 99, hoursAgo: 800 },
  ]);
});
afterAll(async () => identity?.world.stop());

const boss = () => identity.world.as(SUPER);
const admin = (...companyIds: number[]) => identity.world.as(adminOf(...companyIds));
const highRisk = async (ctx: Ctx, hours: number, more: { limit?: number; cursor?: string } = {}) =>
  identity.security.listHighRiskAttempts(ctx, { hours, limit: 0, ...more });

describe('login statistics', () => {
  it('count each attempt of the window once; callers other than super_admins get those of their users', async () => {
    const all = await identity.security.getLoginStatistics(await boss(), { hours: 24 });
    expect(all).toEqual({
      totalAttempts: 4,
      successfulLogins: 1,
      failedAttempts: 2,
      blockedAttempts: 1,
      uniqueIPs: 2,
      highRiskAttempts: 2,
    });
    const week = await identity.security.getLoginStatistics(await admin(1), { hours: 168 });
    expect(week).toMatchObject({
      totalAttempts: 3,
      blockedAttempts: 1,
      highRiskAttempts: 1,
      uniqueIPs: 2,
    });
    const own = { hours: 168, companyId: 1 };
    expect(await identity.security.getLoginStatistics(await boss(), own)).toEqual(week);
    const none = await identity.security.getLoginStatistics(await admin(3), { hours: 720 });
    expect(none).toMatchObject({ totalAttempts: 0, uniqueIPs: 0 });
  });
});

describe('high-risk attempts', () => {
  it('are listed newest first, page by page', async () => {
    const emails = async (ctx: Ctx, hours: number) =>
      (await highRisk(ctx, hours)).attempts.map(({ email, riskScore }) => [email, riskScore]);
    expect(await emails(await boss(), 24)).toEqual([
      ['nobody@example.in', 70],
      ['two@example.in', 90],
    ]);
    expect(await emails(await admin(1), 720)).toEqual([['one@example.in', 95]]);
    expect(await emails(await admin(1, 2), 720)).toHaveLength(2);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await highRisk(await boss(), 168, { limit: 1, cursor });
      paged.push(...page.attempts.map(({ email }) => email));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(['nobody@example.in', 'two@example.in', 'one@example.in']);
    const refused = highRisk(await boss(), 168, { cursor: '12' });
    await expectRefusal(refused, 'INVALID_CURSOR');
  });
});

describe('threats', () => {
  const tried = (count: number, one: (n: number) => Attempt) =>
    Array.from({ length: count }, (_, n) => one(n));
  const patternsFor = async (ctx: Ctx) => (await identity.security.listThreats(ctx, { hours: 24 })).patterns;

  it('are stuffing, spraying and guessing, with evidence, but not the logins of an office', async () => {
    expect(await patternsFor(await boss())).toEqual([]);
    await happened([
      ...tried(12, (n) => ({ email: `leak${n}@example.in`, ip: '198.51.100.1' })),
      { email: 'one@example.in', ip: '198.51.100.1', userId: users.one, success: true },
      ...tried(20, (n) => ({ email: `staff${n % 10}@x.in`, ip: '198.51.100.2', userId: users.two })),
      ...tried(12, (n) => ({ email: `bot${n}@example.in`, ip: `198.51.101.${n}`, fingerprint: 'f-bot' })),
      ...tried(25, (n) => ({ email: 'two@example.in', userId: users.two, ip: `198.51.102.${n}` })),
      // Forty people behind one address sign in, twelve of them after a typing error.
      ...tried(12, (n) => ({ email: `p${n}@x.in`, ip: '198.51.100.9', userId: users.one })),
      ...tried(40, (n) => ({ email: `p${n}@x.in`, ip: '198.51.100.9', userId: users.one, success: true })),
    ]);
    const patterns = await patternsFor(await boss());
    const described = patterns.map(({ kind, source, attempts }) => [
      kind,
      source?.kind,
      source?.value,
      attempts,
    ]);
    expect(described.sort()).toEqual([
      ['credential_stuffing', 'address', '198.51.100.1', 13],
      ['credential_stuffing', 'device', 'f-bot', 12],
      ['password_guessing', 'account', 'two@example.in', 26],
      ['password_spraying', 'address', '198.51.100.2', 20],
    ]);
    const stuffing = patterns.find(({ source }) => source?.value === '198.51.100.1');
    expect(stuffing).toMatchObject({
      failed: 12,
      successful: 1,
      accounts: 13,
      unknownAccounts: 12,
      uniqueIPs: 1,
    });
    expect(stuffing?.evidence).toHaveLength(5);
    expect(stuffing?.evidence[0]).toMatchObject({
      ...{ email: 'one@example.in', success: true, deviceInfo: { platform: 'Linux' } },
    });
    expect(patterns.find(({ source }) => source?.kind === 'account')).toMatchObject({ uniqueIPs: 26 });
  });

  it('are shown to an admin only for attacked users of the company, without blocked addresses', async () => {
    const block = { ipAddress: '198.51.100.1', reason: 'Stuffing', blockedUntil: undefined, confirm: false };
    await identity.blocks.blockAddress(await boss(), block);
    const own = await identity.security.listThreats(await admin(2), { hours: 24 });
    expect(own.blockedIps).toEqual([]);
    expect(own.patterns.map(({ source }) => source?.value).sort()).toEqual([
      '198.51.100.2',
      'two@example.in',
    ]);
    expect(JSON.stringify(own, (_, value) => (typeof value === 'number' ? value : value))).not.toMatch(
      /leak|bot|one@/,
    );
    const all = await identity.security.listThreats(await boss(), { hours: 24 });
    expect(all.blockedIps).toMatchObject([{ ipAddress: '198.51.100.1', reason: 'Stuffing' }]);
  });
});

describe('blocked addresses', () => {
  const block = (ipAddress: string, more: object = {}) => ({
    ipAddress,
    reason: 'Attack',
    blockedUntil: undefined,
    confirm: false,
    ...more,
  });
  const listed = async () => (await identity.blocks.listBlockedAddresses(identity.gateway(), {})).addresses;

  it('are stored once in canonical form with the newest reason, and can be removed', async () => {
    const ctx = await boss();
    const first = await identity.blocks.blockAddress(ctx, block('198.18.7.77/24'));
    const again = await identity.blocks.blockAddress(ctx, block('198.18.7.0/24', { reason: 'Still' }));
    expect(again.blocked).toMatchObject({
      id: first.blocked?.id,
      ipAddress: '198.18.7.0/24',
      reason: 'Still',
    });
    await identity.blocks.blockAddress(ctx, block('2001:DB8:0:0::1/64'));
    await identity.blocks.blockAddress(ctx, block('::ffff:203.0.113.200'));
    expect(await listed()).toEqual(
      expect.arrayContaining(['198.18.7.0/24', '2001:db8::/64', '203.0.113.200']),
    );
    await identity.blocks.unblockAddress(ctx, { ipAddress: '198.18.7.0/24' });
    expect(await listed()).not.toContain('198.18.7.0/24');
    await expectRefusal(identity.blocks.unblockAddress(ctx, { ipAddress: '198.18.7.0/24' }), 'NOT_FOUND');
    const entries = [
      ...(await identity.audited('address_block')),
      ...(await identity.audited('address_unblock')),
    ];
    expect(entries.map(({ objectIds }) => objectIds.ipAddress)).toContain('198.18.7.0/24');
  });

  it.each([
    [block('300.1.1.1'), 'Please enter a valid IP address'],
    [block('127.0.0.1'), "The server's own address cannot be blocked"],
    [block('0.0.0.0/0'), "The server's own address cannot be blocked"],
    [block('192.0.2.1', { reason: ' ' }), 'A reason of at most 200 characters is required'],
    [block('192.0.2.1', { blockedUntil: new Date('2020-01-01') }), 'The end of the block is in the past'],
  ])('are refused: %j', async (request, message) => {
    await expect(identity.blocks.blockAddress(await boss(), request)).rejects.toMatchObject({
      reason: 'INVALID_BLOCK',
      message,
    });
  });

  it('need confirmation when they include the caller’s address', async () => {
    const ctx = { ...(await boss()), ipAddress: '198.51.103.7' };
    const own = block('198.51.103.0/24');
    await expectRefusal(identity.blocks.blockAddress(ctx, own), 'LOCKS_OUT');
    await expect(identity.blocks.blockAddress(ctx, { ...own, confirm: true })).resolves.toBeDefined();
  });

  it('cannot sign in until the block ends, whether risk is enforced or not', async () => {
    const attempt = () => identity.auth.login(identity.gateway('198.51.104.7'), signIn('one@example.in'));
    await identity.blocks.blockAddress(await boss(), block('198.51.104.0/24'));
    await expect(attempt()).rejects.toMatchObject({
      reason: 'LOGIN_BLOCKED',
      details: [{ path: 'reasons', message: 'This address is blocked' }],
    });
    await identity.world.sql(
      `UPDATE identity.blocked_ips SET blocked_until = now() - interval '1 second' WHERE ip_address = '198.51.104.0/24'`,
    );
    await expect(attempt()).resolves.toBeDefined();
    expect(await listed()).not.toContain('198.51.104.0/24');
    const blocked = await highRisk(await admin(1), 24);
    expect(blocked.attempts[0]).toMatchObject({ ipAddress: '198.51.104.7', blocked: true, riskScore: 100 });
  });
});
