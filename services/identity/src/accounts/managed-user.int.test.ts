import { expectRefusal } from '@pii-vault/platform/testing/expect-refusal';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockUnchanged } from './managed-user.ts';
import { findHolder } from './roles/role-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('identity', new URL('../../migrations/', import.meta.url));
});
afterAll(async () => database?.drop());

it('a user whose role changes after the caller was admitted to it is not changed', async () => {
  const [{ id } = { id: 0 }] = await database.sql<{ id: number }>(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, role, company_id)
     VALUES ('a@x.in', 'a@x.in', 'A', 'B', 'pii_view', 1) RETURNING id::integer`,
  );
  const { db } = database;
  const admitted = await db.system((tx) => findHolder(tx, id));
  if (admitted === undefined) throw new Error('No user');
  const lock = () => db.system((tx) => lockUnchanged(tx, admitted));
  expect((await lock()).role).toBe('pii_view');
  await database.sql(
    `UPDATE identity.users SET role = 'admin', role_change = nextval('identity.role_change_seq') WHERE id = $1`,
    [id],
  );
  await expectRefusal(lock(), 'STALE');
});
