import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { Scope } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followMoves } from '../src/protection/security/follow-moves.ts';
import { loginDevices } from '../src/protection/security/login-devices.ts';
import { loginStatistics } from '../src/protection/security/login-statistics.ts';
import { slideWindows } from '../src/protection/security/slide-windows.ts';
import { threatPatterns } from '../src/protection/security/threat-pattern.ts';
import type { WindowHours } from '../src/protection/security/windows.ts';
import { loginPeriods } from '../src/users/figures/login-hours.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO identity.users (id, email, email_key, first_name, last_name, company_id)
     SELECT n, 'u' || n, 'u' || n, 'U', 'V', 1 + n % 4 FROM generate_series(1, 60) n`,
  );
  await database.sql(
    `INSERT INTO identity.user_company_roles (company_id, user_id, role) SELECT 2, n, 'pii_view' FROM generate_series(2, 60, 4) n`,
  );
});
afterAll(async () => database?.drop());

/** Inserts attempts over forty days, 30 % of them by unknown users. */
const happen = (from: number, to: number) =>
  database.sql(
    `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info, success,
       risk_score, blocked, created_at)
     SELECT CASE WHEN n % 10 < 7 THEN 1 + n % 60 END, CASE WHEN n % 10 < 7 THEN 'u' || 1 + n % 60 ELSE 'x' || n % 35 END,
       '192.0.2.' || n % 90, '192.0.2.' || n % 9, 'agent ' || n % 3, CASE WHEN n % 7 > 0 THEN 'f' || n % 41 END, '{}', n % 4 = 0,
       n % 100, n % 4 = 1, now() - (n * 7919 % 3456000) * interval '1 second'
     FROM generate_series($1::integer, $2::integer) n`,
    [from, to],
  );

const RAW_STATISTICS = `SELECT count(*) AS "totalAttempts", count(*) FILTER (WHERE success) AS "successfulLogins",
    count(*) FILTER (WHERE NOT success AND NOT blocked) AS "failedAttempts", count(*) FILTER (WHERE blocked) AS "blockedAttempts",
    count(DISTINCT ip_address) AS "uniqueIPs", count(*) FILTER (WHERE risk_score >= 70) AS "highRiskAttempts"
  FROM login_attempts WHERE created_at > now() - make_interval(hours => $1::integer)`;
const RAW_PERIODS = `SELECT date_bin(make_interval(hours => $2::integer), created_at, '2000-01-01 00:00+05:30'::timestamptz) AS "from",
    count(*) FILTER (WHERE success) AS successful, count(*) FILTER (WHERE NOT success AND NOT blocked) AS failed,
    count(*) FILTER (WHERE blocked) AS blocked
  FROM login_attempts
  WHERE created_at >= date_bin(make_interval(hours => $2::integer), now(), '2000-01-01 00:00+05:30'::timestamptz)
    - make_interval(hours => $1::integer - $2::integer)
  GROUP BY 1 ORDER BY 1`;
const RAW_DEVICES = `SELECT fingerprint, CASE WHEN fingerprint IS NULL THEN user_agent END AS agent, count(*) AS attempts,
    count(*) FILTER (WHERE success) AS successful, count(*) FILTER (WHERE blocked) AS blocked,
    count(DISTINCT email_key) AS accounts, count(DISTINCT ip_address) AS "uniqueIPs", max(risk_score) AS "highestRiskScore",
    min(created_at) AS "firstSeenAt", max(created_at) AS "lastSeenAt"
  FROM login_attempts WHERE created_at > now() - make_interval(hours => $1::integer) GROUP BY 1, 2`;

/** Addresses and sums of companies that may not see any of their users. */
const MISPLACED = `SELECT ip_address, company_ids FROM identity.login_sources
  EXCEPT SELECT ip_address, company_ids FROM identity.login_addresses
  UNION ALL SELECT device, company_ids FROM identity.login_sums
  EXCEPT SELECT device, company_ids FROM identity.login_addresses`;

const scopes: [string, Scope][] = [
  ['a super_admin', 'all'],
  ['one company', { companies: [2] }],
  ['two companies', { companies: [1, 2] }],
  ['a company without users', { companies: [9] }],
];
const windows: WindowHours[] = [24, 168, 720];
const periodHours = { 24: 1, 168: 6 } as const;

/** Moves up to `users` users, each in one transaction. */
const follow = (users = 1_000, signal = new AbortController().signal) =>
  followMoves({ db: database.db, log: silentLogger() }, { users, signal, timeoutMs: 60_000 });

const moves = () =>
  database.sql<{ userId: number }>(
    'SELECT user_id::integer AS "userId" FROM identity.login_moves ORDER BY id',
  );

/** Expects the figures of the attempts. One transaction, so that both use the same now(). */
async function agree(scope: Scope): Promise<void> {
  for (const hours of windows)
    await database.db.tenant(scope, async (tx) => {
      const [statistics] = await tx.query(RAW_STATISTICS, [hours]);
      expect(await loginStatistics(tx, hours)).toEqual(statistics);
      if (hours !== 720) {
        const periods = await loginPeriods(tx, hours, 'Asia/Kolkata');
        expect(periods).toHaveLength(hours / periodHours[hours]);
        expect(periods.filter((one) => one.successful + one.failed + one.blocked > 0)).toEqual(
          await tx.query(RAW_PERIODS, [hours, periodHours[hours]]),
        );
      }
      const raw = await tx.query<{ fingerprint: string | null; agent: string | null }>(RAW_DEVICES, [hours]);
      const devices = await loginDevices(tx, hours);
      const seen = devices.map(
        ({ userAgent, platform: _p, screenResolution: _s, timezone: _t, ...device }) => ({
          ...device,
          agent: device.fingerprint === null ? userAgent : null,
        }),
      );
      const key = (one: { fingerprint: string | null; agent: string | null }) =>
        `${one.fingerprint} ${one.agent}`;
      const byKey = <T extends { fingerprint: string | null; agent: string | null }>(rows: readonly T[]) =>
        rows.toSorted((a, b) => key(a).localeCompare(key(b)));
      expect(byKey(seen)).toEqual(byKey(raw));
      expect(devices.map(({ attempts }) => attempts)).toEqual(
        devices.map(({ attempts }) => attempts).toSorted((a, b) => b - a),
      );
    });
}

describe('sums of attempts equal a count of attempts', () => {
  it.each(scopes)('for %s, for new attempts and after windows have moved', async (_who, scope) => {
    await happen(1, 3_000);
    await agree(scope);
    // Two hours pass, and the windows have not moved yet.
    await database.sql(`UPDATE identity.login_attempts SET created_at = created_at - interval '2 hours'`);
    await database.sql(
      `INSERT INTO identity.login_hours SELECT company_ids, hour - interval '2 hours', 0, 0, 0 FROM identity.login_hours
       ON CONFLICT DO NOTHING`,
    );
    await database.sql(
      `UPDATE identity.login_hours h SET successful = coalesce(n.successful, 0), failed = coalesce(n.failed, 0),
         blocked = coalesce(n.blocked, 0)
       FROM identity.login_hours o LEFT JOIN identity.login_hours n
         ON n.company_ids = o.company_ids AND n.hour = o.hour + interval '2 hours'
       WHERE o.company_ids = h.company_ids AND o.hour = h.hour`,
    );
    await database.sql(`UPDATE identity.login_windows SET cut_at = cut_at - interval '2 hours'`);
    await database.sql(
      `UPDATE identity.login_addresses SET last_seen_at = last_seen_at - interval '2 hours'`,
    );
    await database.sql(`UPDATE identity.login_sources SET last_seen_at = last_seen_at - interval '2 hours'`);
    await database.sql(
      `UPDATE identity.login_strangers SET last_seen_at = last_seen_at - interval '2 hours'`,
    );
    await agree(scope);
    await slideWindows(database)(new AbortController().signal);
    await agree(scope);
    const [row] = await database.sql<{ old: number }>(
      `SELECT count(*)::integer AS old FROM identity.login_windows WHERE cut_at < now() - make_interval(hours => hours) - interval '1 minute'`,
    );
    expect(row?.old).toBe(0);
  });

  it.each([
    [
      'to another company',
      'users SET company_id = CASE company_id WHEN 2 THEN 7 ELSE 2 END WHERE id % 8 = 1',
    ],
    ['to deleted', `users SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END WHERE id % 8 = 2`],
    [
      'to super_admin',
      `users SET role = CASE role WHEN 'pii_view' THEN 'super_admin' ELSE 'pii_view' END WHERE id % 8 = 3`,
    ],
    ['through a company role', 'user_company_roles SET is_active = NOT is_active WHERE user_id % 8 = 6'],
  ])('when users move %s and back', async (_how, change) => {
    for (const _time of ['there', 'back']) {
      await database.sql(`UPDATE identity.${change}`);
      await follow();
      for (const [, scope] of scopes) await agree(scope);
      expect(await database.sql('SELECT FROM identity.login_moves')).toEqual([]);
      expect(await database.sql(MISPLACED)).toEqual([]);
    }
  });

  it('when one user cannot be moved: the others are moved, and that one is retried', async () => {
    await database.sql(`CREATE FUNCTION identity.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no'; END $$`);
    await database.sql(`CREATE TRIGGER refuse BEFORE UPDATE ON identity.login_viewers FOR EACH ROW
      WHEN (OLD.user_id = 5) EXECUTE FUNCTION identity.refuse()`);
    const change = () =>
      database.sql('UPDATE identity.users SET company_id = 5 - company_id WHERE id IN (5, 9, 13)');
    await change();
    await follow();
    expect(await moves()).toEqual([{ userId: 5 }]);
    await database.sql('DROP TRIGGER refuse ON identity.login_viewers');
    await follow();
    for (const [, scope] of scopes) await agree(scope);
    await change();
    await follow();
    expect(await moves()).toEqual([]);
  });

  it('when moves are limited: at most the requested number, oldest first', async () => {
    const change = async (ids: readonly number[]) => {
      for (const id of ids)
        await database.sql('UPDATE identity.users SET company_id = 5 - company_id WHERE id = $1', [id]);
    };
    await change([13, 5, 9]);
    await follow(20, AbortSignal.abort());
    expect(await moves()).toEqual([{ userId: 13 }, { userId: 5 }, { userId: 9 }]);
    await follow(1);
    expect(await moves()).toEqual([{ userId: 5 }, { userId: 9 }]);
    await follow();
    for (const [, scope] of scopes) await agree(scope);
    await change([5, 9, 13]);
    await follow();
    expect(await moves()).toEqual([]);
  });

  it('when a user without attempts moves: the move is skipped, and later attempts count correctly', async () => {
    await database.sql(
      `INSERT INTO identity.users (id, email, email_key, first_name, last_name) VALUES (900, 'u900', 'u900', 'U', 'V')`,
    );
    await database.sql(
      `INSERT INTO identity.user_company_roles (company_id, user_id, role) VALUES (9, 900, 'pii_view')`,
    );
    await follow(0);
    expect(await moves()).toEqual([]);
    await database.sql(
      `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info)
       VALUES (900, 'u900', '192.0.2.1', '192.0.2.1', 'agent', '{}')`,
    );
    for (const [, scope] of scopes) await agree(scope);
  });

  it('when all attempts have left a window, which then has no sums', async () => {
    await database.sql('TRUNCATE identity.login_attempts, identity.login_sums');
    await database.sql(
      `UPDATE identity.login_windows SET cut_at = now() - make_interval(hours => hours) - interval '20 days'`,
    );
    await happen(1, 500);
    await database.sql(
      `UPDATE identity.login_attempts SET created_at = created_at - interval '19 days' WHERE created_at > now() - interval '1 day'`,
    );
    await slideWindows(database)(new AbortController().signal);
    expect(await database.sql('SELECT FROM identity.login_sums WHERE hours = 24')).toEqual([]);
  });
});

describe('an attack', () => {
  it('is found in an hour with many failures, but not by readers who may see few of them', async () => {
    await database.sql('TRUNCATE identity.login_attempts, identity.login_failures');
    await database.sql(
      `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, created_at)
       SELECT n, 'u' || n, '198.51.100.7', '198.51.100.7', 'bot', '{}', date_bin('1 hour', now(), 'epoch'::timestamptz) - interval '50 hours'
       FROM generate_series(1, 24) n`,
    );
    const sources = (scope: Scope, hours: number) =>
      database.db.tenant(scope, async (tx) =>
        (await threatPatterns(tx, hours)).map(({ source, attempts }) => [source, attempts]),
      );
    expect(await sources('all', 168)).toEqual([['198.51.100.7', 24]]);
    expect(await sources('all', 24)).toEqual([]);
    expect(await sources({ companies: [2] }, 168)).toEqual([['198.51.100.7', 12]]);
    expect(await sources({ companies: [1] }, 168)).toEqual([]);
  });

  it('is found for any number of failures, of which only the newest are counted', async () => {
    await database.sql('TRUNCATE identity.login_attempts, identity.login_failures');
    const fail = (times: number, source: string) =>
      database.sql(
        `INSERT INTO identity.login_attempts (email, ip_address, ip_block, user_agent, device_info, created_at)
         SELECT 'n' || n, $2, $2, 'bot', '{}', date_bin('1 hour', now(), 'epoch'::timestamptz) - interval '1 hour'
         FROM generate_series(1, $1::integer) n`,
        [times, source],
      );
    const sources = () =>
      database.db.tenant('all', async (tx) =>
        (await threatPatterns(tx, 24)).map(({ source, attempts }) => [source, attempts]),
      );
    await fail(3_000, '198.51.100.8');
    expect(await sources()).toEqual([['198.51.100.8', 3_000]]);
    await fail(9_000, '198.51.100.8');
    expect(await sources()).toEqual([['198.51.100.8', 10_000]]);
  });
});
