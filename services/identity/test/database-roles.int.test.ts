import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_COMPANY_ROLES } from '../src/accounts/roles/company-role-store.ts';
import { LIST_USERS } from '../src/accounts/user-store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, role, company_id)
     SELECT 'u' || n || '@example.in', 'u' || n || '@example.in', 'U', 'V',
       CASE WHEN n % 99 = 0 THEN 'super_admin' ELSE 'pii_view' END, CASE WHEN n % 50 <> 0 THEN 1 + n % 40 END
     FROM generate_series(1, 20000) n`,
  );
  await database.sql(
    `INSERT INTO identity.user_company_roles (company_id, user_id, role)
     SELECT 1 + (n + 3) % 40, n, 'analytics' FROM generate_series(1, 20000, 5) n`,
  );
  await database.sql(`ANALYZE identity.users`);
  await database.sql(`ANALYZE identity.user_company_roles`);
});
afterAll(async () => database?.drop());

const scopes: [string, Scope][] = [
  ['one company', { companies: [7] }],
  ['three companies', { companies: [7, 8, 31] }],
  ['super_admin', 'all'],
];

/** The rows come in index order, and the policy evaluates its companies and its set of users once per statement. */
function expectIndexOrdered(plan: string): void {
  expect(plan).not.toMatch(/^\W*(Incremental )?Sort\b(?! Key)/m);
  expect(plan).not.toMatch(/(Filter|Cond): .*app\.companies\(\)/);
  expect(plan).not.toMatch(/(?<!hashed )SubPlan \d+\)/);
}

describe('list queries under row-level security', () => {
  it.each(scopes)('users of %s', async (_name, scope) => {
    const seenBy = scope === 'all' ? null : scope.companies;
    for (const filter of [
      [null, null, null],
      ['pii_view', 'active', null],
      [null, null, 7],
    ]) {
      const values = [...filter, seenBy, 100, 51];
      const plan = await planOf(database.db, scope, { text: LIST_USERS, values });
      expectIndexOrdered(plan);
    }
  });

  it.each(scopes)('company roles of %s', async (_name, scope) => {
    expectIndexOrdered(await planOf(database.db, scope, { text: LIST_COMPANY_ROLES, values: [6] }));
  });
});

describe('a login role', () => {
  it.each([
    ['read password hashes', `SELECT password_hash FROM user_passwords`],
    ['change passwords', `UPDATE user_passwords SET password_hash = ''`],
    ['read API secrets', `SELECT secret_sha256 FROM api_credentials`],
    ['read sessions', `SELECT * FROM user_sessions`],
    ['change attempts', `UPDATE login_attempts SET success = true`],
    ['delete attempts', `DELETE FROM login_attempts`],
    ['read codes', `SELECT * FROM login_codes`],
    ['change what roles may', `UPDATE role_permissions SET permission = 'company:create'`],
    ['change users', `UPDATE users SET role = 'super_admin'`],
    ['delete users', `DELETE FROM users`],
    ['forget a removed role', `DELETE FROM user_company_roles`],
    ['run setup again', `DELETE FROM setup`],
    ['truncate', `TRUNCATE users CASCADE`],
    ['make tables', `CREATE TABLE mine (x int)`],
  ])('%s', async (_what, statement) => {
    for (const scope of [{ companies: [1] }, 'all'] as const)
      await expect(database.db.tenant(scope, (tx) => tx.query(statement))).rejects.toMatchObject({
        cause: { sqlState: '42501' },
      });
  });

  it('sees the users of its companies and never a super_admin', async () => {
    const counted = await database.db.tenant({ companies: [7] }, (tx) =>
      tx.query<{ wrong: number; seen: number }>(
        `SELECT count(*) AS seen, count(*) FILTER (WHERE role = 'super_admin') AS wrong FROM users`,
      ),
    );
    const expected = await database.sql<{ seen: number }>(
      `SELECT count(*) AS seen FROM identity.users u WHERE role <> 'super_admin' AND (company_id = 7 OR EXISTS
         (SELECT FROM identity.user_company_roles r WHERE r.user_id = u.id AND r.company_id = 7))`,
    );
    expect(counted).toEqual([{ seen: Number(expected[0]?.seen), wrong: 0 }]);
    expect(counted[0]?.seen).toBeGreaterThan(400);
    expect(await database.db.tenant({ companies: [] }, (tx) => tx.query(`SELECT FROM users`))).toEqual([]);
  });

  it('sees blocked addresses only as a super_admin', async () => {
    const read = (scope: Scope) => database.db.tenant(scope, (tx) => tx.query(`SELECT FROM blocked_ips`));
    await expect(read('all')).resolves.toEqual([]);
    await expect(read({ companies: [7] })).rejects.toMatchObject({ cause: { sqlState: '42501' } });
  });

  it('cannot create a user outside its companies', async () => {
    const insert = `INSERT INTO users (email, email_key, first_name, last_name, role, company_id)
      VALUES ('x', 'x', 'X', 'Y', $1, $2)`;
    for (const [role, companyId] of [
      ['pii_view', 8],
      ['pii_view', null],
      ['super_admin', 7],
    ])
      await expect(
        database.db.tenant({ companies: [7] }, (tx) => tx.query(insert, [role, companyId])),
      ).rejects.toMatchObject({ cause: { sqlState: '42501' } });
  });
});
