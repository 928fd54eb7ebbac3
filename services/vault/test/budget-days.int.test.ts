import { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnswerGuard, conflictBudget } from '../src/limits/budgets/answer-guard.ts';
import { dayPeriod, hourPeriod } from '../src/limits/budgets/budget-period.ts';
import { RevealBudgets } from '../src/limits/budgets/reveal-budgets.ts';
import { userCtx } from './contexts.ts';

const KOLKATA = 1;
const BERLIN = 2;
const zones = new CompanyZones();
let database: TestDatabase;
let now = 0;
const clock = () => now;

beforeAll(async () => {
  database = await testDatabase('vault', new URL('../migrations/', import.meta.url));
  zones.take([{ companyId: BERLIN, timeZone: 'Europe/Berlin' }]);
  await zones.write(database.db);
  await database.sql(
    `INSERT INTO vault.reveal_policies (company_id, people_per_user, people_per_client, by_purpose, searches_per_user,
       searches_per_client, conflicts, approval_hours, updated_by)
     SELECT id, 5, 5, '{}', 1, 1, 1, 1, 1 FROM unnest('{1,2}'::bigint[]) AS id`,
  );
});
afterAll(() => database?.drop());
beforeEach(() => database.sql('DELETE FROM vault.budget_counts'));

const reveals = async (companyId: number, iso: string) => {
  now = Date.parse(iso);
  const budgets = new RevealBudgets(database.db, zones, async () => undefined, clock);
  const spending = { companyId, purpose: 'kyc', people: 5, isBulk: false };
  const taken = await budgets.take(userCtx([companyId]), spending);
  await budgets.flush(true);
  return taken;
};
const spent = { reason: 'REVEAL_BUDGET_SPENT' };

describe('a daily budget', () => {
  it("ends with the company's day: at midnight in India, not at 05:30", async () => {
    await reveals(KOLKATA, '2026-11-20T23:50:00+05:30');
    await expect(reveals(KOLKATA, '2026-11-20T23:59:59+05:30')).rejects.toMatchObject(spent);
    const { notice } = await reveals(KOLKATA, '2026-11-21T00:30:00+05:30');
    expect(notice).toEqual({ limit: 5, used: 5, resetsAt: new Date('2026-11-22T00:00:00+05:30') });
    for (const time of ['05:29', '05:31', '23:59'])
      await expect(reveals(KOLKATA, `2026-11-21T${time}:00+05:30`)).rejects.toMatchObject(spent);
    await reveals(KOLKATA, '2026-11-22T00:00:00+05:30');
  });

  it('lasts 25 hours on the day on which clocks are set back', async () => {
    await reveals(BERLIN, '2026-10-25T00:00:00+02:00');
    await expect(reveals(BERLIN, '2026-10-25T23:59:59+01:00')).rejects.toMatchObject(spent);
    const { notice } = await reveals(BERLIN, '2026-10-26T00:00:00+01:00');
    expect(notice?.resetsAt).toEqual(new Date('2026-10-27T00:00:00+01:00'));
  });

  it('of conflicts stops a user in another process, too, until the day of its company ends', async () => {
    const [guard, other] = [
      new AnswerGuard(database.db, conflictBudget(zones), clock),
      new AnswerGuard(database.db, conflictBudget(zones), clock),
    ];
    const ctx = userCtx([KOLKATA, BERLIN]);
    const stopped = async (iso: string) => {
      now = Date.parse(iso);
      await other.poll();
      return [KOLKATA, BERLIN].map((id) => other.isStopped(ctx, id));
    };
    now = Date.parse('2026-11-20T20:00:00Z');
    for (const id of [KOLKATA, BERLIN]) await guard.count(ctx, id, 2);
    expect(await stopped('2026-11-20T22:59:59Z')).toEqual([true, true]);
    expect(await stopped('2026-11-20T23:00:00Z')).toEqual([true, false]);
    expect(await stopped('2026-11-21T00:01:00Z')).toEqual([true, false]);
    expect(await stopped('2026-11-21T18:29:59Z')).toEqual([true, false]);
    expect(await stopped('2026-11-21T18:30:00Z')).toEqual([false, false]);
  });

  it('follows a change of the zone from the next count on', () => {
    const moving = new CompanyZones();
    const at = Date.parse('2026-11-20T19:00:00Z');
    expect(dayPeriod(moving, KOLKATA, at).day).toBe('2026-11-21');
    moving.take([{ companyId: KOLKATA, timeZone: 'Europe/Berlin' }]);
    expect(dayPeriod(moving, KOLKATA, at)).toMatchObject({
      day: '2026-11-20',
      endsAt: new Date('2026-11-20T23:00:00Z'),
    });
  });
});

it('an hourly budget counts UTC hours, also at midnight in India', () => {
  const [before, after] = ['2026-11-20T18:29:59Z', '2026-11-20T18:30:00Z'].map((iso) =>
    hourPeriod(Date.parse(iso)),
  );
  expect(before).toEqual({ day: '2026-11-20', slot: '18', endsAt: new Date('2026-11-20T19:00:00Z') });
  expect(after).toEqual(before);
});
