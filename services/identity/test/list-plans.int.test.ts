import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTEMPT_HISTORY } from '../src/protection/attempt-history.ts';
import {
  attemptCursor,
  HIGH_RISK_ATTEMPTS,
  type HighRiskAttempt,
  highRiskAttempts,
  OLDER_HIGH_RISK_ATTEMPTS,
  placeOf,
} from '../src/protection/security/high-risk-attempts.ts';
import { LOGIN_DEVICES } from '../src/protection/security/login-devices.ts';
import { LOGIN_STATISTICS } from '../src/protection/security/login-statistics.ts';
import { THREAT_SOURCES } from '../src/protection/security/threat-sources.ts';
import { LIST_LIVE_SESSIONS } from '../src/sessions/session-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, company_id)
     SELECT 'u' || n, 'u' || n, 'U', 'V', 1 + n % 40 FROM generate_series(1, 2000) n`,
  );
  // A year of attempts, one in fifty of them risky.
  await database.sql(
    `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info,
       success, failure_reason, risk_score, created_at)
     SELECT CASE WHEN n % 3 > 0 THEN 1 + n % 2000 END, 'u' || n % 2000, '192.0.2.' || n % 250, '192.0.2.' || n % 250,
       'agent', 'f' || n % 500, '{}', n % 2 = 0, 'wrong_password', CASE WHEN n % 50 = 0 THEN 80 ELSE 0 END,
       now() - n * interval '9 minutes'
     FROM generate_series(1, 60000) n`,
  );
  await database.sql(
    `INSERT INTO identity.user_sessions (id, user_id, ip_address, user_agent, expires_at)
     SELECT 's' || n, 1 + n % 2000, '192.0.2.1', 'agent', now() + interval '1 hour' FROM generate_series(1, 20000) n`,
  );
  for (const table of [
    'users',
    'user_sessions',
    'login_attempts',
    'login_sums',
    'login_sources',
    'login_addresses',
    'login_failures',
  ])
    await database.sql(`ANALYZE identity.${table}`);
});
afterAll(async () => database?.drop());

const scopes: [string, Scope][] = [
  ['one company', { companies: [7] }],
  ['three companies', { companies: [7, 8, 31] }],
  ['super_admin', 'all'],
];

/** The plan reads only attempts of the window, and evaluates the policy's set of users once per statement. */
function expectWindowed(plan: string): void {
  expect(plan).not.toMatch(/Seq Scan on identity\.login_attempts/);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\).*login_attempts/);
  expect(plan).not.toMatch(/(?<!hashed )SubPlan \d+\)/);
}

describe('the security screens under row-level security', () => {
  it.each(scopes)('high-risk attempts of %s are read in index order', async (_name, scope) => {
    const [{ id, at }] = (await database.sql<{ id: number; at: number }>(
      `SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint AS at FROM identity.login_attempts
       WHERE risk_score >= 70 ORDER BY created_at DESC OFFSET 20 LIMIT 1`,
    )) as [{ id: number; at: number }];
    const plans = [
      await planOf(database.db, scope, { text: HIGH_RISK_ATTEMPTS, values: [720, 51] }),
      await planOf(database.db, scope, { text: OLDER_HIGH_RISK_ATTEMPTS, values: [720, 51, at, id] }),
    ];
    for (const plan of plans) {
      expectWindowed(plan);
      expect(plan).not.toMatch(/^\W*(Incremental )?Sort\b(?! Key)/m);
      expect(plan).toMatch(/Index Scan Backward using login_attempts_high_risk/);
    }
    expect(plans[1]).toMatch(/Index Cond: .*ROW\(login_attempts\.created_at, login_attempts\.id\) </);
  });

  it.each<[string, Scope]>([
    ['two companies', { companies: [2, 12] }],
    ['super_admin', 'all'],
  ])(
    'pages of high-risk attempts of %s continue at the exact position, also within a microsecond',
    async (_n, scope) => {
      await database.sql(
        `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, success, risk_score, created_at)
       SELECT 1, 'u1', '192.0.2.1', '192.0.2.1', 'agent', '{}', false, 80, now() - interval '1 minute' - n / 2 * interval '1 microsecond'
       FROM generate_series(1, 12) n`,
      );
      const read = (limit: number, after?: HighRiskAttempt) =>
        database.db.tenant(scope, (tx) => highRiskAttempts(tx, { hours: 720, limit, after }));
      const walked: HighRiskAttempt[] = [];
      for (let page = await read(3); page.length > 0; page = await read(3, page.at(-1))) walked.push(...page);
      expect(walked.length).toBeGreaterThan(12);
      expect(walked).toEqual(await read(200));
      expect(placeOf(attemptCursor(walked[0] as HighRiskAttempt))).toEqual({
        at: walked[0]?.at,
        id: walked[0]?.id,
      });
    },
  );

  it.each(scopes)('figures of %s read sums, and attempts by device and hour', async (_name, scope) => {
    const statistics = await planOf(database.db, scope, { text: LOGIN_STATISTICS, values: [720] });
    expectWindowed(statistics);
    // Only attempts that have left the window since its last move are read.
    expect(statistics.match(/on identity\.login_attempts/g)).toHaveLength(1);
    expect(statistics).toMatch(/Index Cond: \(\(a\.created_at > w\.cut_at\) AND \(a\.created_at <=/);
    const devices = await planOf(database.db, scope, { text: LOGIN_DEVICES, values: [720, 100] });
    expectWindowed(devices);
    expect(
      devices.match(/Index (Only )?Scan (Backward )?using login_attempts_(of_device|device_risk)/g),
    ).toHaveLength(3);
    for (const text of Object.values(THREAT_SOURCES)) {
      const plan = await planOf(database.db, scope, { text: text, values: [720, 50] });
      expectWindowed(plan);
      expect(plan).toMatch(/using login_failures_many/);
      expect(plan).toMatch(/Index Cond: .*created_at >= b\.hour/);
    }
  });

  it('the history of a login is looked up by indexes', async () => {
    const values = ['192.0.2.7', '192.0.2.7', 8, 'U7', 'f7'];
    expect(await planOf(database.db, 'system', { text: ATTEMPT_HISTORY, values })).not.toMatch(
      /Seq Scan on identity\.login_attempts/,
    );
  });

  it('the history of a login does not read refused attempts of a crowd', async () => {
    await database.sql(
      `INSERT INTO identity.login_attempts (email, ip_address, ip_block, user_agent, fingerprint, device_info, success,
         failure_reason, risk_score, untried)
       SELECT 'crowd', '203.0.113.9', '203.0.113.9', 'agent', 'crowd', '{}', false, 'overloaded', 0, true FROM generate_series(1, 3000)`,
    );
    const values = ['203.0.113.9', '203.0.113.9', 8, 'crowd', 'crowd'];
    const plan = await planOf(
      database.db,
      'system',
      { text: ATTEMPT_HISTORY, values },
      'ANALYZE, TIMING OFF',
    );
    expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/);
    expect(plan).toMatch(/using login_attempts_account/);
  });

  it('the check of plans detects a sort and a sequential scan', async () => {
    const plan = await planOf(database.db, 'all', {
      text: `SELECT id FROM login_attempts ORDER BY risk_score`,
      values: [],
    });
    expect(() => expectWindowed(plan)).toThrow();
  });
});

it('sessions of a user are found by an index, and only these are sorted', async () => {
  const plan = await planOf(database.db, 'system', { text: LIST_LIVE_SESSIONS, values: [7] });
  expect(plan).toMatch(/Index Scan on user_sessions_user/);
  expect(plan).toMatch(/Index Scan on user_sessions_actor/);
  expect(plan).not.toMatch(/Seq Scan/);
});
