import type { Tx } from '@pii-vault/platform/postgres/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, enterRefusal, giveBack, spend } from '../src/limits/budgets/counts-store.ts';
import type { Meter } from '../src/limits/budgets/meters.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

const account: Account = {
  companyId: 1,
  day: '2026-11-21',
  endsAt: new Date('2026-11-21T18:30:00Z'),
  subject: { userId: 11, channel: 1, clientId: '' },
};
/** In lock order: the sum of all purposes, then the purpose. */
const [sum, purpose]: readonly [Meter, Meter] = [
  { budget: 'reveal', purpose: '', limit: 1_000 },
  { budget: 'reveal', purpose: 'kyc', limit: 1_000 },
];
const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.db.tenant({ companies: [1] }, work);
/** Resolves once a session of this database waits for a lock. */
const isWaiting = () =>
  expect
    .poll(() =>
      database.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1);

describe('budget rows are locked in the order that spend_budget uses', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['giveBack', (tx) => giveBack(tx, account, [purpose, sum], 1)],
    [
      'enterRefusal',
      (tx) =>
        enterRefusal(
          tx,
          account,
          [purpose, sum].map((meter) => ({ ...meter, used: 0 })),
        ),
    ],
  ])('by %s, which is given its meters in another order', async (_, work) => {
    await inCompany((tx) => spend(tx, account, [sum, purpose], { need: 5, spare: 0 }));
    let other: Promise<unknown> = Promise.resolve();
    await inCompany(async (tx) => {
      await spend(tx, account, [sum], { need: 1, spare: 0 });
      other = inCompany(work);
      other.catch(() => undefined);
      await isWaiting();
      // It waits for the first row and holds no other, so this one is free.
      await spend(tx, account, [sum, purpose], { need: 1, spare: 0 });
    });
    await other;
  });
});
