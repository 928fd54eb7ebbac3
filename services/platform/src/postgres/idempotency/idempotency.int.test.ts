import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';
import { PLATFORM_MIGRATIONS } from '../migrate.ts';
import { claiming, claimValues, isClaimRolledBack } from './claims.ts';
import { idempotent, purgeIdempotency, requestHmac } from './idempotency.ts';
import type { IdempotentCall } from './idempotent-call.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase('vault', PLATFORM_MIGRATIONS);
});
afterAll(() => test.drop());

const secret = createSecretKey(Buffer.alloc(32, 3));
let nextKey = 0;
const call = (more: Partial<IdempotentCall> = {}): IdempotentCall => ({
  companyId: 1,
  principal: 'user:1',
  route: 'POST /individuals',
  key: `key-${nextKey++}`,
  requestHmac: requestHmac(secret, ['body']),
  ...more,
});
let effects = 0;
const run = (made: IdempotentCall, companyId = 1) =>
  test.db.tenant({ companies: [companyId] }, (tx) =>
    idempotent(tx, made, async () => {
      effects += 1;
      return { status: 201, ids: { individualId: effects } };
    }),
  );

describe('idempotent', () => {
  it('executes a call once and replays its outcome for a retry', async () => {
    const made = call();
    const first = await run(made);
    expect(first).toEqual({ status: 201, ids: { individualId: effects }, isReplay: false });
    expect(await run(made)).toEqual({ ...first, isReplay: true });
  });

  it('executes many concurrent copies of a call once', async () => {
    const made = call();
    const before = effects;
    const results = await Promise.all(Array.from({ length: 8 }, () => run(made)));
    expect(effects).toBe(before + 1);
    expect(new Set(results.map(({ ids }) => ids.individualId)).size).toBe(1);
    expect(results.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  });

  it('refuses the key for another request', async () => {
    const made = call();
    await run(made);
    await expect(run({ ...made, requestHmac: requestHmac(secret, ['bo', 'dy']) })).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('separates callers, routes and companies', async () => {
    const made = call();
    const before = effects;
    await run(made);
    await run({ ...made, principal: 'user:2' });
    await run({ ...made, route: 'POST /users' });
    await run({ ...made, companyId: 2 }, 2);
    expect(effects).toBe(before + 4);
  });

  it('forgets a call that failed', async () => {
    const made = call();
    const failed = test.db.tenant({ companies: [1] }, (tx) =>
      idempotent(tx, made, () => Promise.reject(new Error('planted'))),
    );
    await expect(failed).rejects.toThrow('planted');
    expect((await run(made)).isReplay).toBe(false);
  });

  it('answers ALREADY_COMPLETED instead of a secret', async () => {
    const made = call({ showsSecretOnce: true });
    await run(made);
    await expect(run(made)).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'ALREADY_COMPLETED' });
  });

  it('frees a key after a day', async () => {
    const made = call();
    await run(made);
    await test.sql(`UPDATE vault.idempotency SET created_at = now() - interval '25 hours' WHERE key = $1`, [
      made.key,
    ]);
    expect((await run({ ...made, requestHmac: requestHmac(secret, ['new']) })).isReplay).toBe(false);
    await test.sql(`UPDATE vault.idempotency SET created_at = now() - interval '25 hours' WHERE key = $1`, [
      made.key,
    ]);
    expect(await test.db.system((tx) => purgeIdempotency(tx, 86_400_000))).toBe(1);
  });

  it('refuses an invalid key', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256), 'ü'])
      await expect(run(call({ key }))).rejects.toMatchObject({ reason: 'INVALID_IDEMPOTENCY_KEY' });
  });
});

describe('a statement that claims keys', () => {
  /** Claims several keys with one statement; returns its result, or 'rolled back' after a rollback. */
  const claim = (calls: readonly IdempotentCall[]) => {
    const claims = calls.map((one) => ({ call: one, outcome: { status: 201, ids: { individualId: 7 } } }));
    const text = `SELECT ${claiming(1, "'done'")} AS done, current_setting('app.companies', true) AS scope`;
    return test.db.statement({ name: 'claiming', text, values: claimValues(claims) }).then(
      ([row]) => row,
      (thrown: unknown) => (isClaimRolledBack(thrown) ? 'rolled back' : thrown),
    );
  };

  it('claims keys of several companies, replays their outcomes and leaves no scope behind', async () => {
    const [one, other] = [call(), call({ companyId: 2 })];
    expect(await claim([one, other])).toEqual({ done: 'done', scope: '' });
    expect(await run(other, 2)).toEqual({ status: 201, ids: { individualId: 7 }, isReplay: true });
  });

  it('claims no key and has no effect if one of them is claimed already', async () => {
    const [taken, free] = [call(), call()];
    await run(taken);
    expect(await claim([free, taken])).toBe('rolled back');
    expect(await run(free)).toMatchObject({ isReplay: false });
  });

  it('claims an expired key again', async () => {
    const made = call();
    await run(made);
    await test.sql("UPDATE vault.idempotency SET created_at = now() - interval '25 hours' WHERE key = $1", [
      made.key,
    ]);
    expect(await claim([made])).toMatchObject({ done: 'done' });
  });
});
