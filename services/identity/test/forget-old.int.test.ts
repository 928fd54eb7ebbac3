import { silentLogger } from '@pii-vault/platform/core/log/log';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetOld } from '../src/forget-old.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
});
afterAll(async () => database?.drop());

it('deletes attempts past their retention in batches, and expired blocks', async () => {
  await database.sql(
    `INSERT INTO identity.login_attempts (email, ip_address, ip_block, user_agent, device_info, created_at)
     SELECT '', '192.0.2.1', '192.0.2.1', '', '{}', now() - interval '365 days' + (n - 12000) * interval '1 minute'
     FROM generate_series(1, 12050) n`,
  );
  await database.sql(
    `INSERT INTO identity.blocked_ips (ip_address, reason, blocked_until)
     VALUES ('192.0.2.1', 'over', now() - interval '2 days'), ('192.0.2.2', 'on', NULL)`,
  );
  await forgetOld({ db: database.db, log: silentLogger(), attemptDays: 365, independenceDays: 7 })(
    new AbortController().signal,
  );
  const left = await database.sql<{ count: number; oldest: boolean }>(
    `SELECT count(*)::int AS count, min(created_at) > now() - interval '365 days' AS oldest FROM identity.login_attempts`,
  );
  expect(left).toEqual([{ count: 50, oldest: true }]);
  expect(await database.sql(`SELECT ip_address FROM identity.blocked_ips`)).toEqual([
    { ip_address: '192.0.2.2' },
  ]);
});

it('keeps changes of accounts for a chain of four times seven days', async () => {
  await database.sql(
    `WITH u AS (INSERT INTO identity.users (email, email_key, first_name, last_name)
       VALUES ('c@x.in', 'c@x.in', 'C', 'D') RETURNING id)
     INSERT INTO identity.account_changes (user_id, changed_by, kind, changed_at)
     SELECT id, days, 'password', now() - make_interval(days => days) FROM u, unnest(ARRAY[27, 29]) AS days`,
  );
  await forgetOld({ db: database.db, log: silentLogger(), attemptDays: 365, independenceDays: 7 })(
    new AbortController().signal,
  );
  expect(await database.sql(`SELECT changed_by::int AS days FROM identity.account_changes`)).toEqual([
    { days: 27 },
  ]);
});

it('deletes expired challenges of second factors', async () => {
  await database.sql(
    `WITH u AS (INSERT INTO identity.users (email, email_key, first_name, last_name)
       VALUES ('a@x.in', 'a@x.in', 'A', 'B') RETURNING id)
     INSERT INTO identity.factor_challenges (session_id, purpose, user_id, challenge, expires_at)
     SELECT s, 'assert_passkey', id, 'c', now() + CASE s WHEN 'over' THEN interval '-1 s' ELSE '1 h' END
     FROM u, unnest(ARRAY['over', 'live']) s`,
  );
  await forgetOld({ db: database.db, log: silentLogger(), attemptDays: 365, independenceDays: 7 })(
    new AbortController().signal,
  );
  expect(await database.sql(`SELECT session_id FROM identity.factor_challenges`)).toEqual([
    { session_id: 'live' },
  ]);
});
