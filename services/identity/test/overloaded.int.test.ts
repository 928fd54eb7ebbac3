import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { overloaded } from '../src/errors.ts';
import { attemptHistory } from '../src/protection/attempt-history.ts';
import { threatSources } from '../src/protection/security/threat-sources.ts';
import { login } from '../src/sessions/logins/login.ts';
import { createLoginThrottle, THROTTLE_LIMITS } from '../src/sessions/logins/login-throttle.ts';
import { refusalRecorder } from '../src/sessions/logins/record-attempt.ts';
import { verifyOwnPassword } from '../src/sessions/passwords/verify-own-password.ts';
import { signIn } from './identity-world.ts';

/** More than any limit of an account from one address. */
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

/** Login and check of one's own password, with a hasher that refuses while `isBusy`. */
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
  const outcomes = new Set<string>();
  for (let n = 0; n < count; n++) outcomes.add(await work());
  return [...outcomes];
}

it('counts no unchecked try against a limit, with or without an account', async () => {
  const { hasher, enter } = door();
  hasher.isBusy = true;
  for (const email of EMAILS)
    expect(await times(REFUSALS, () => enter(email, 'right'))).toEqual(['OVERLOADED']);
  hasher.isBusy = false;
  for (const email of EMAILS)
    expect(await times(THROTTLE_LIMITS.pair, () => enter(email, 'wrong'))).toEqual(['INVALID_CREDENTIALS']);
  // Checked tries stay counted. Unchecked ones do not use up the tries for the code either.
  hasher.isBusy = true;
  for (const email of EMAILS)
    expect(await times(REFUSALS, () => enter(email, 'right'))).toEqual(['OVERLOADED']);
  hasher.isBusy = false;
  hasher.verified = 0;
  for (const email of EMAILS)
    expect(await times(REFUSALS, () => enter(email, 'right'))).toEqual(['LOGIN_THROTTLED']);
  expect(hasher.verified).toBe(THROTTLE_LIMITS.verify * EMAILS.length);
});

it('records every unchecked attempt, those of a crowd in few commits', async () => {
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

it('does not treat a crowd of unchecked attempts as an attack', async () => {
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

it('records a client that left before its password was checked, and counts no try', async () => {
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
  // A fault counts as a try, and so does a client that leaves during the check.
  hasher.verify = async () => false;
  const tries = THROTTLE_LIMITS.pair - 1;
  expect(await times(tries, () => enter(ASHA, 'wrong'))).toEqual(['INVALID_CREDENTIALS']);
  expect(await rows()).toEqual([abandoned, { reason: 'wrong_password', untried: false, n: tries }]);
  expect(await enter(ASHA, 'wrong')).toBe('LOGIN_THROTTLED');
});

it('lets the owner sign in after a flood in which it was refused', async () => {
  const { hasher, enter } = door();
  hasher.isBusy = true;
  await times(REFUSALS, () => enter(ASHA, 'right'));
  hasher.isBusy = false;
  expect(await enter(ASHA, 'right')).toBe('LET_IN');
});

it('counts only checked tries at one’s own password against the limit of ten', async () => {
  const { hasher, own } = door();
  hasher.isBusy = true;
  expect(await times(REFUSALS, () => own('right'))).toEqual(['OVERLOADED']);
  hasher.isBusy = false;
  expect(await own('right')).toBe('right');
  expect(await times(THROTTLE_LIMITS.ownPassword, () => own('wrong'))).toEqual(['WRONG_PASSWORD']);
  expect(await own('right')).toBe('LOGIN_THROTTLED');
});
