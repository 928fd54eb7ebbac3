import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { overloaded } from '../src/errors.ts';
import { attemptHistory } from '../src/logins/attempt-history.ts';
import { login } from '../src/logins/login.ts';
import { createLoginThrottle, THROTTLE_LIMITS } from '../src/logins/login-throttle.ts';
import { refusalRecorder } from '../src/logins/record-attempt.ts';
import { verifyOwnPassword } from '../src/passwords/verify-own-password.ts';
import { threatSources } from '../src/security/threat-sources.ts';
import { signIn } from './identity-world.ts';

/** More than any limit of one account from one place. */
const REFUSALS = 30;
const ASHA = 'asha@x.in';
const EMAILS = [ASHA, 'nobody@x.in'];
const PLACE = { ipAddress: '203.0.113.7', ipBlock: '203.0.113.7' };

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
beforeEach(() => database.sql(`DELETE FROM identity.login_attempts`));

/** Login and change of the own password, with a hasher that refuses while the test says so. */
function door(signal = new AbortController().signal) {
  const hasher = {
    isBusy: false,
    verified: 0,
    async verify(given: string, stored: string | undefined) {
      if (hasher.isBusy) throw overloaded(1_000);
      hasher.verified += 1;
      return stored === `hash of ${given}`;
    },
  };
  const { db } = database;
  const throttle = createLoginThrottle(memoryCache());
  const letIn = () => Promise.reject(Object.assign(new Error(), { reason: 'LET_IN' }));
  const startSession = { prepare: letIn, store: letIn };
  const sendCode = () => undefined;
  const enterRefusal = refusalRecorder(db);
  const enter = login({ db, hasher, throttle, startSession, sendCode, enterRefusal, loginRisk: 'record' });
  const own = verifyOwnPassword({ db, hasher, throttle });
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => 'right',
      (error: { readonly reason: string }) => error.reason,
    );
  const ctx = { ...testCtx(null), ipAddress: PLACE.ipAddress, signal };
  return {
    hasher,
    enter: (email: string, password: string) => reasonOf(enter(ctx, signIn(email, password))),
    own: (password: string) => reasonOf(own(ctx, userId, password)),
  };
}

async function times(count: number, work: () => Promise<string>): Promise<string[]> {
  const told = new Set<string>();
  for (let n = 0; n < count; n++) told.add(await work());
  return [...told];
}

it('refuses no try because of unchecked ones, with or without an account', async () => {
  const { hasher, enter } = door();
  hasher.isBusy = true;
  for (const email of EMAILS)
    expect(await times(REFUSALS, () => enter(email, 'right'))).toEqual(['OVERLOADED']);
  hasher.isBusy = false;
  for (const email of EMAILS)
    expect(await times(THROTTLE_LIMITS.pair, () => enter(email, 'wrong'))).toEqual(['INVALID_CREDENTIALS']);
  // What was looked at stays counted: the tries for the code are next, and they are not used up either.
  hasher.isBusy = true;
  for (const email of EMAILS)
    expect(await times(REFUSALS, () => enter(email, 'right'))).toEqual(['OVERLOADED']);
  hasher.isBusy = false;
  hasher.verified = 0;
  for (const email of EMAILS)
    expect(await times(REFUSALS, () => enter(email, 'right'))).toEqual(['LOGIN_THROTTLED']);
  expect(hasher.verified).toBe(THROTTLE_LIMITS.verify * EMAILS.length);
});

it('enters every attempt that was not looked at, those of a crowd in few commits', async () => {
  const { hasher, enter } = door();
  hasher.isBusy = true;
  const crowd = Array.from({ length: 2 * REFUSALS }, (_, n) => enter(EMAILS[n % 2] ?? '', 'right'));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['OVERLOADED']));
  const rows = await database.sql(
    `SELECT email, user_id::integer AS of, success, blocked, failure_reason AS reason, count(*)::integer AS n
     FROM identity.login_attempts GROUP BY 1, 2, 3, 4, 5 ORDER BY email`,
  );
  const refused = { success: false, blocked: false, reason: 'overloaded', n: REFUSALS };
  expect(rows).toEqual([
    { email: ASHA, of: userId, ...refused },
    { email: 'nobody@x.in', of: null, ...refused },
  ]);
  const [written] = await database.sql<{ commits: number }>(
    `SELECT count(DISTINCT xmin::text)::integer AS commits FROM identity.login_attempts`,
  );
  expect(written?.commits).toBeLessThan(REFUSALS);
});

it('takes a crowd that was not looked at for no attack', async () => {
  const { hasher, enter } = door();
  const crowd = Array.from({ length: REFUSALS }, (_, n) => `staff${n}@x.in`);
  hasher.isBusy = true;
  await Promise.all(crowd.map((email) => enter(email, 'right')));
  const seen = () =>
    database.db.system(async (tx) => {
      const asked = { ...PLACE, email: 'staff0@x.in', fingerprint: undefined, userId: undefined };
      const { failures, pace } = await attemptHistory(tx, asked);
      return { sources: (await threatSources(tx, 'address', 24)).length, failures, pace };
    });
  expect(await seen()).toEqual({ sources: 0, failures: 0, pace: 0 });
  hasher.isBusy = false;
  await Promise.all(crowd.map((email) => enter(email, 'wrong')));
  expect(await seen()).toEqual({ sources: 1, failures: 20, pace: 1 });
});

it('enters whose password was not looked at because they had gone, and counts no try', async () => {
  const gone = new AbortController();
  gone.abort(new Error('gone'));
  const { hasher, enter } = door(gone.signal);
  hasher.verify = () => Promise.reject(gone.signal.reason);
  await times(REFUSALS, () => enter(ASHA, 'right'));
  const rows = () =>
    database.sql(
      `SELECT failure_reason AS reason, untried, count(*)::integer AS n FROM identity.login_attempts GROUP BY 1, 2
       ORDER BY 1`,
    );
  const abandoned = { reason: 'abandoned', untried: true, n: REFUSALS };
  expect(await rows()).toEqual([abandoned]);
  hasher.verify = () => Promise.reject(new Error('a fault'));
  await enter(ASHA, 'right');
  expect(await rows()).toEqual([abandoned]);
  // The fault alone is a try; who goes while the password is looked at has tried it.
  hasher.verify = async () => false;
  const tries = THROTTLE_LIMITS.pair - 1;
  expect(await times(tries, () => enter(ASHA, 'wrong'))).toEqual(['INVALID_CREDENTIALS']);
  expect(await rows()).toEqual([abandoned, { reason: 'wrong_password', untried: false, n: tries }]);
  expect(await enter(ASHA, 'wrong')).toBe('LOGIN_THROTTLED');
});

it('lets the owner in after a flood that refused it', async () => {
  const { hasher, enter } = door();
  hasher.isBusy = true;
  await times(REFUSALS, () => enter(ASHA, 'right'));
  hasher.isBusy = false;
  expect(await enter(ASHA, 'right')).toBe('LET_IN');
});

it('keeps ten tries at the own password for those that are looked at', async () => {
  const { hasher, own } = door();
  hasher.isBusy = true;
  expect(await times(REFUSALS, () => own('right'))).toEqual(['OVERLOADED']);
  hasher.isBusy = false;
  expect(await own('right')).toBe('right');
  expect(await times(THROTTLE_LIMITS.ownPassword, () => own('wrong'))).toEqual(['WRONG_PASSWORD']);
  expect(await own('right')).toBe('LOGIN_THROTTLED');
});
