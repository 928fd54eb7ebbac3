import type { Ctx } from '@pii-vault/platform/context/ctx';
import { forwarded } from '@pii-vault/platform/context/ctx';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { login } from './login.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, status) VALUES
       ('right@x.in', 'right@x.in', 'A', 'B', 'active'), ('off@x.in', 'off@x.in', 'A', 'B', 'inactive'),
       ('nopass@x.in', 'nopass@x.in', 'A', 'B', 'active')`,
  );
  await database.sql(
    `INSERT INTO identity.user_passwords (user_id, password_hash)
     SELECT id, 'hash of ' || email FROM identity.users WHERE email <> 'nopass@x.in'`,
  );
});
afterAll(async () => database?.drop());

const ctx: Ctx = {
  requestId: 'r',
  deadlineAt: Number.POSITIVE_INFINITY,
  caller: { kind: 'service', service: 'gateway', company: 'system' },
  ipAddress: '203.0.113.7',
  userAgent: 'test',
  idempotencyKey: undefined,
  credential: forwarded(''),
  signal: new AbortController().signal,
};

/** Runs a login that must fail and returns each step it took, with the statements by their first words. */
async function stepsOf(email: string, password: string): Promise<string[]> {
  const steps: string[] = [];
  const signIn = login({
    db: {
      system: (work) =>
        database.db.system((tx) =>
          work({
            ...tx,
            query: (statement, values) => {
              const text = typeof statement === 'string' ? statement : statement.text;
              steps.push(text.trim().split(/\s+/).slice(0, 3).join(' '));
              return tx.query(statement, values);
            },
            publish: (message) => {
              steps.push(`publish ${message.topic}`);
              return tx.publish(message);
            },
          }),
        ),
    },
    hasher: {
      verify: async (given, stored) => {
        steps.push('verify');
        return stored === `hash of ${email}` && given === 'right';
      },
    },
    throttle: {
      admit: async () => {
        steps.push('admit');
        return true;
      },
      mayVerify: async () => {
        steps.push('may verify');
        return true;
      },
      failed: async () => void steps.push('failed'),
      succeeded: async () => void steps.push('succeeded'),
      giveBack: () => Promise.reject(new Error('every password here is looked at')),
      admitOwn: () => Promise.reject(new Error('who signs in is not asked again')),
      ownSucceeded: () => Promise.reject(new Error('who signs in is not asked again')),
      giveBackOwn: () => Promise.reject(new Error('who signs in is not asked again')),
    },
    startSession: {
      prepare: () => Promise.reject(new Error('a failing login must start no session')),
      store: () => Promise.reject(new Error('a failing login must start no session')),
    },
    sendCode: () => void steps.push('send code'),
    loginRisk: 'record',
  });
  const input = { email, password, deviceFingerprint: '', browser: false, code: '', deviceCookie: '' };
  await expect(signIn(ctx, input)).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
  return steps;
}

it('takes the same steps for every way of being wrong', async () => {
  const wrongPassword = await stepsOf('right@x.in', 'wrong');
  expect(wrongPassword.filter((step) => step === 'verify')).toHaveLength(1);
  expect(wrongPassword).toContain('INSERT INTO login_attempts');
  expect(await stepsOf('nobody@x.in', 'right')).toEqual(wrongPassword);
  expect(await stepsOf('off@x.in', 'right')).toEqual(wrongPassword);
  expect(await stepsOf('nopass@x.in', 'right')).toEqual(wrongPassword);
});
