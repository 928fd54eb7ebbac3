import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { forwarded } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { login } from './login.ts';
import { refusalRecorder } from './record-attempt.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('identity', new URL('../../../migrations/', import.meta.url));
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

const never = (why: string) => () => Promise.reject(new Error(why));

/** Dependencies of a login that report each step to `took`; statements by their first words. */
function watchedDeps(took: (step: string) => void): Omit<Parameters<typeof login>[0], 'hasher'> {
  const watched = (tx: Tx): Tx => ({
    ...tx,
    query: (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      took(text.trim().split(/\s+/).slice(0, 3).join(' '));
      return tx.query(statement, values);
    },
    publish: (message) => {
      took(`publish ${message.topic}`);
      return tx.publish(message);
    },
  });
  const asked = (step: string) => async () => {
    took(step);
    return true;
  };
  const notAgain = never('who signs in is not asked again');
  const noSession = never('a failing login must start no session');
  const db: Pick<Database, 'system'> = {
    system: (work) => database.db.system((tx) => work(watched(tx))),
  };
  return {
    db,
    enterRefusal: refusalRecorder(db),
    throttle: {
      async admit() {
        took('admit');
        return 'admitted';
      },
      turnedAway: never('every password here is checked'),
      async isReturning() {
        took('is returning');
        return false;
      },
      mayVerify: asked('may verify'),
      failed: async () => took('failed'),
      succeeded: async () => took('succeeded'),
      giveBack: never('every password here is looked at'),
      admitOwn: notAgain,
      ownSucceeded: notAgain,
      giveBackOwn: notAgain,
      admitFactor: notAgain,
      factorSucceeded: notAgain,
    },
    startSession: { prepare: noSession, store: noSession },
    sendCode: () => took('send code'),
    loginRisk: 'record',
  };
}

/** Runs a login that must fail and returns each step it took. */
async function stepsOf(email: string, password: string): Promise<string[]> {
  const steps: string[] = [];
  const hasher = {
    verify: async (given: string, stored: string | undefined) => {
      steps.push('verify');
      return stored === `hash of ${email}` && given === 'right';
    },
  };
  const signIn = login({ ...watchedDeps((step) => void steps.push(step)), hasher });
  const input = {
    email,
    password,
    deviceFingerprint: '',
    browser: false,
    code: '',
    deviceCookie: '',
    language: '',
  };
  await expect(signIn(ctx, input)).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' });
  return steps;
}

it('takes the same steps for every cause of failure', async () => {
  const wrongPassword = await stepsOf('right@x.in', 'wrong');
  expect(wrongPassword.filter((step) => step === 'verify')).toHaveLength(1);
  expect(wrongPassword).toContain('INSERT INTO login_attempts');
  expect(await stepsOf('nobody@x.in', 'right')).toEqual(wrongPassword);
  expect(await stepsOf('off@x.in', 'right')).toEqual(wrongPassword);
  expect(await stepsOf('nopass@x.in', 'right')).toEqual(wrongPassword);
});
