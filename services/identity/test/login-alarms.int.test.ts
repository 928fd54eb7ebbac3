import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { raiseLoginAlarms } from '../src/protection/security/raise-login-alarms.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  await addUser('root@x.in', 'super_admin', null);
  await addUser('one@x.in', 'admin', 1);
  await addUser('two@x.in', 'admin', 2);
  await addUser('three@x.in', 'pii_view', 3);
});
afterAll(async () => database?.drop());
beforeEach(async () => {
  await database.sql('DELETE FROM identity.administrator_notices');
});

async function addUser(email: string, role: string, companyId: number | null): Promise<void> {
  await database.sql(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, role, company_id) VALUES ($1, $1, 'A', 'B', $2, $3)`,
    [email, role, companyId],
  );
}

/** Wrong passwords for one account. */
async function failed(email: string, count: number, hoursAgo = 1): Promise<void> {
  await database.sql(
    `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, success,
       failure_reason, created_at)
     SELECT (SELECT id FROM identity.users WHERE email = $1), $1, '192.0.2.' || n, '192.0.2.' || n, '', '{}', false,
       'wrong_password', date_trunc('hour', now()) - $3 * interval '1 hour' + n * interval '1 second'
     FROM generate_series(1, $2::integer) n`,
    [email, count, hoursAgo],
  );
}

const run = () => raiseLoginAlarms({ db: database.db })(new AbortController().signal);
const raised = async () =>
  (
    await database.sql<{ mail: string }>(
      `SELECT n.kind || ' ' || n.company_id || ' ' || u.email AS mail FROM identity.notice_mails m
       JOIN identity.administrator_notices n ON n.id = m.notice_id JOIN identity.users u ON u.id = m.user_id ORDER BY 1`,
    )
  ).map(({ mail }) => mail);

it('raises one alarm per pattern, for super admins and for administrators of the attacked companies', async () => {
  await failed('one@x.in', 19);
  await run();
  expect(await raised()).toEqual([]);
  await failed('one@x.in', 1);
  await run();
  const mails = ['password_guessing 0 root@x.in', 'password_guessing 1 one@x.in'];
  expect(await raised()).toEqual(mails);
  await failed('one@x.in', 5);
  await run();
  await run();
  expect(await raised()).toEqual(mails);
});

it('raises alarms for a time without a process, and none twice for a company without administrator', async () => {
  await failed('three@x.in', 25, 20);
  await run();
  const days = await database.sql<{ days: number }>(
    `SELECT count(DISTINCT (created_at AT TIME ZONE 'UTC')::date)::integer AS days FROM identity.login_attempts`,
  );
  expect((await raised()).filter((mail) => !mail.includes('one@'))).toEqual(
    Array.from({ length: days[0]?.days ?? 0 }, () => 'password_guessing 0 root@x.in'),
  );
});

it('mails each reader once a day per kind of attack, for any number of attacked accounts', async () => {
  await failed('one@x.in', 21);
  for (let n = 0; n < 5; n++) {
    await addUser(`more${n}@x.in`, 'pii_view', 1);
    await failed(`more${n}@x.in`, 30);
  }
  await run();
  const today = (await raised()).filter((mail) => mail === 'password_guessing 1 one@x.in');
  expect(today).toHaveLength(1);
});

it('alarms each attacked company, also when one address attacks more than a hundred', async () => {
  await database.sql(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, role, company_id)
     SELECT n || '@y.in', n || '@y.in', 'A', 'B', 'admin', 1000 + n / 10 FROM generate_series(0, 1009) n`,
  );
  await database.sql(
    `INSERT INTO identity.login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, success,
       failure_reason, created_at)
     SELECT id, email, '198.51.100.7', '198.51.100.7', '', '{}', false, 'wrong_password',
       date_trunc('hour', now()) - interval '1 hour' + id * interval '1 second'
     FROM identity.users WHERE email LIKE '%@y.in'`,
  );
  await run();
  const [alarmed] = await database.sql<{ companies: number }>(
    `SELECT count(DISTINCT company_id)::integer AS companies FROM identity.administrator_notices WHERE company_id >= 1000`,
  );
  expect(alarmed?.companies).toBe(101);
});

it('stores neither account nor address of a pattern', async () => {
  await run();
  const rows = await database.sql<{ row: string }>(
    'SELECT n::text AS row FROM identity.administrator_notices n',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row).join()).not.toMatch(/x\.in|192\.0\.2/);
});
