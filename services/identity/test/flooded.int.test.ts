import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDeviceCookie, rememberDevice } from '../src/sessions/logins/known-devices.ts';
import { login } from '../src/sessions/logins/login.ts';
import { createLoginThrottle, SLOW_ADDRESS, THROTTLE_LIMITS } from '../src/sessions/logins/login-throttle.ts';
import { refusalRecorder } from '../src/sessions/logins/record-attempt.ts';
import { hashingLine } from '../src/sessions/passwords/hashing-line.ts';
import { LIMITS } from '../src/sessions/passwords/password-hasher.ts';
import { signIn } from './identity-world.ts';

const ASHA = 'asha@x.in';
const FLOOD = 80;
const ATTACKER = '203.0.113.7';
const ELSEWHERE = '198.51.100.1';

let database: TestDatabase;
let userId: number;
beforeAll(async () => {
  database = await testDatabase('identity', new URL('../migrations/', import.meta.url));
  const [user] = await database.sql<{ id: number }>(
    `INSERT INTO identity.users (email, email_key, first_name, last_name, status)
     VALUES ('${ASHA}', '${ASHA}', 'A', 'B', 'active') RETURNING id::integer`,
  );
  userId = user?.id ?? 0;
  await database.sql(`INSERT INTO identity.user_passwords VALUES ($1, 'hash of right')`, [userId]);
});
afterAll(async () => database?.drop());

/** The login with the queue of production; its hashes end when the test opens the gate. */
function door() {
  let [now, flooded] = [Date.now(), 0];
  const gate = Promise.withResolvers<void>();
  const inLine = hashingLine(LIMITS);
  /** Passwords in the order in which their hashes began, and the number that asked for one. */
  const work = { begun: [] as string[], asked: 0, mailed: 0 };
  const hasher: Parameters<typeof login>[0]['hasher'] = {
    verify(given, stored, who = { isKnown: false }) {
      work.asked += 1;
      return inLine(who, async () => {
        work.begun.push(given);
        await gate.promise;
        return stored === `hash of ${given}`;
      });
    },
  };
  const { db } = database;
  const throttle = createLoginThrottle(memoryCache(), () => now);
  const letIn = () => Promise.reject(Object.assign(new Error(), { reason: 'LET_IN' }));
  const enter = login({
    db,
    hasher,
    throttle,
    startSession: { prepare: letIn, store: letIn },
    sendCode: () => {
      work.mailed += 1;
    },
    enterRefusal: refusalRecorder(db),
    loginRisk: 'record',
  });
  const from = (ipAddress: string, email: string, password: string, deviceCookie = '') =>
    enter({ ...testCtx(null), ipAddress }, { ...signIn(email, password, true), deviceCookie }).then(
      () => 'right',
      (error: { readonly reason: string }) => error.reason,
    );
  return {
    work,
    throttle,
    from,
    /** Logins with identifiers that were never used. */
    flood: () => Array.from({ length: FLOOD }, () => from(ATTACKER, `guess${flooded++}@x.in`, 'guess')),
    open: () => gate.resolve(),
    later: (ms: number) => {
      now += ms;
    },
    async useUp() {
      for (let n = 0; n < THROTTLE_LIMITS.address; n++)
        await throttle.failed(`used${n}@x.in`, { ipAddress: ATTACKER });
    },
  };
}

it('gives a new device at another address the next but one turn in a flood', async () => {
  const { work, from, flood, open } = door();
  const flooding = flood();
  await expect.poll(() => work.asked).toBe(FLOOD);
  const honest = from(ELSEWHERE, ASHA, 'right');
  await expect.poll(() => work.asked).toBe(FLOOD + 1);
  open();
  expect(await honest).toBe('LET_IN');
  expect(work.begun.indexOf('right')).toBeLessThanOrEqual(2);
  const outcomes = await Promise.all(flooding);
  expect(outcomes.filter((one) => one === 'INVALID_CREDENTIALS')).toHaveLength(LIMITS.queuedOfSource + 1);
  expect(outcomes.filter((one) => one === 'OVERLOADED')).toHaveLength(FLOOD - LIMITS.queuedOfSource - 1);
});

it('gives a new device at the address of the flood the next turn when it returns', async () => {
  const { work, from, flood, open, later } = door();
  const flooding = flood();
  await expect.poll(() => work.asked).toBe(FLOOD);
  expect(await from(ATTACKER, ASHA, 'right')).toBe('OVERLOADED');
  later(SLOW_ADDRESS.returnsAfterMs);
  const honest = from(ATTACKER, ASHA, 'right');
  await expect.poll(() => work.asked).toBe(FLOOD + 2);
  open();
  expect(await honest).toBe('LET_IN');
  expect(work.begun.indexOf('right')).toBe(1);
  await Promise.all(flooding);
});

it('hashes no further identifier of an address that used up its failures, and lets people there in', async () => {
  const { work, from, flood, open, later, useUp } = door();
  open();
  await useUp();
  const slowed = new Set(['LOGIN_SLOWED']);
  expect(new Set(await Promise.all(flood()))).toEqual(slowed);
  expect(await from(ATTACKER, ASHA, 'right')).toBe('LOGIN_SLOWED');
  expect(await from(ATTACKER, 'unknown@x.in', 'right')).toBe('LOGIN_SLOWED');
  expect(work.asked).toBe(0);

  later(SLOW_ADDRESS.returnsAfterMs);
  const [honest, unknown, flooded] = await Promise.all([
    from(ATTACKER, ASHA, 'right'),
    from(ATTACKER, 'unknown@x.in', 'right'),
    Promise.all(flood()),
  ]);
  expect([honest, unknown]).toEqual(['LOGIN_THROTTLED', 'LOGIN_THROTTLED']);
  expect([work.asked, work.mailed]).toEqual([2, 1]);
  expect(new Set(flooded)).toEqual(slowed);

  const cookie = newDeviceCookie();
  await database.db.system((tx) => rememberDevice(tx, userId, cookie));
  expect(await from(ATTACKER, ASHA, 'right', cookie)).toBe('LET_IN');
  expect(await from(ELSEWHERE, ASHA, 'right')).toBe('LET_IN');
});
