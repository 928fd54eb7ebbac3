import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AnswerGuard, answerBudget, importAnswerBudget } from '../src/limits/budgets/answer-guard.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, csvOf, done, type ImportWorld, importWorld } from './import-world.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-26T08:30:00Z');
let world: ImportWorld;
let now = START;

beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  now = START;
  await world.clear();
  await world.sql('TRUNCATE vault.budget_counts');
});

/** Sends stored people again in another file. */
async function sendAgain(count: number) {
  await world.upload(csvOf(count));
  await world.process()();
  return await world.upload(`${csvOf(count)}X-NEW,Person New,,new@mail.example,\n`);
}

it('an import that repeats many stored values pauses, and continues in the next hour', async () => {
  const importAnswers = new AnswerGuard(world.db, importAnswerBudget({ imports: 250 }), () => now);
  const created = await sendAgain(1_000);
  const round = world.process({ importAnswers });
  await round();
  const paused = await world.summary(created);
  expect(paused).toMatchObject({ status: 'paused', reason: 'ANSWER_BUDGET_SPENT' });
  expect(paused?.processed).toBeLessThan(1_000);
  await world.pausesEnd();
  await round();
  expect(await world.summary(created)).toMatchObject({ status: 'paused' });
  now += HOUR_MS;
  await importAnswers.poll();
  for (let hour = 0; hour < 3; hour += 1) {
    await world.pausesEnd();
    await round();
    now += HOUR_MS;
  }
  expect(await world.summary(created)).toMatchObject({ ...done, processed: 1_001, rejected: 0 });
});

it('rows of imports count against a separate limit', async () => {
  const importAnswers = new AnswerGuard(world.db, importAnswerBudget({ imports: 1_000 }), () => now);
  await sendAgain(300);
  await world.process({ importAnswers })();
  expect(await world.sql('SELECT kind, purpose, amount::int FROM vault.budget_counts')).toEqual([
    { kind: 7, purpose: '08', amount: 300 },
  ]);
});

it('the hourly limit resets at the full UTC hour', async () => {
  const guard = new AnswerGuard(world.db, answerBudget({ session: 2, client: 2 }), () => now);
  const other = new AnswerGuard(world.db, answerBudget({ session: 2, client: 2 }), () => now);
  const ctx = userCtx([COMPANY]);
  await guard.count(ctx, COMPANY, 2);
  expect(guard.isStopped(ctx, COMPANY)).toBe(false);
  await guard.count(ctx, COMPANY, 1);
  expect(guard.isStopped(ctx, COMPANY)).toBe(true);
  expect(other.isStopped(ctx, COMPANY)).toBe(false);
  await other.poll();
  expect(other.isStopped(ctx, COMPANY)).toBe(true);
  now = Date.parse('2026-11-26T08:59:59Z');
  expect(other.isStopped(ctx, COMPANY)).toBe(true);
  now = Date.parse('2026-11-26T09:00:00Z');
  expect(other.isStopped(ctx, COMPANY)).toBe(false);
});
