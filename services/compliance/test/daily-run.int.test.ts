import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { latestViolations, noteRun } from '../src/checks/check-store.ts';
import { dailyRun } from '../src/checks/daily-run.ts';
import { dueRequests, requestRun } from '../src/registers/run-requests/run-request-store.ts';

let database: TestDatabase;
let ctx: Ctx;
const NOW = new Date('2026-11-21T09:00:00Z');

beforeAll(async () => {
  database = await testDatabase('compliance', new URL('../migrations/', import.meta.url));
  ctx = await (await createTestTokens()).as({});
});
afterAll(() => database?.drop());
beforeEach(() => database.sql('TRUNCATE compliance.company_runs, compliance.run_requests'));

function runOver(
  companies: readonly number[],
  failing: readonly number[] = [],
  meanwhile: (companyId: number) => Promise<void> = async () => undefined,
) {
  const seen = { checked: [] as number[], verifications: 0 };
  const run = dailyRun({
    db: database.db,
    log: silentLogger(),
    now: () => NOW,
    self: () => ctx,
    companies: async () => companies,
    learnLogState: async () => {
      seen.verifications += 1;
      return undefined;
    },
    runChecks: async (_ctx, companyId) => {
      if (failing.includes(companyId)) throw new Error('fault');
      seen.checked.push(companyId);
      await meanwhile(companyId);
      await database.db.system((tx) => noteRun(tx, companyId, NOW, true));
      return [];
    },
  });
  return { run: () => run(new AbortController().signal), seen };
}

it('checks each company once a day and verifies the trail once for all', async () => {
  const { run, seen } = runOver([1, 2, 3]);
  await database.db.system((tx) => noteRun(tx, 2, new Date(NOW.getTime() - 86_399_000), true));
  await run();
  expect(seen).toEqual({ checked: [1, 3], verifications: 1 });
  await run();
  expect(seen).toEqual({ checked: [1, 3], verifications: 1 });
});

it('leaves a deleted company out of figures over all companies', async () => {
  await database.sql(
    `INSERT INTO compliance.compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status, score,
       details, reasons, evidence, recommendations, created_at, next_check_due)
     SELECT i, 'GDPR-32', 'gdpr', 'security', '1', 'violation', 40, '', '[]', '[]', '{}', now(), now() FROM unnest('{1,2}'::bigint[]) AS i`,
  );
  const { run } = runOver([1]);
  await database.db.system(async (tx) => {
    for (const companyId of [1, 2]) await noteRun(tx, companyId, NOW, true);
  });
  await run();
  const violations = await database.db.system((tx) => latestViolations(tx, 'all', ['GDPR-32']));
  expect(violations).toEqual([{ companyId: 1, ruleId: 'GDPR-32' }]);
});

it('continues when the check of a company fails, and retries it in the next run', async () => {
  const { run, seen } = runOver([1, 2, 3], [2]);
  await run();
  await run();
  expect(seen).toEqual({ checked: [1, 3], verifications: 2 });
});

it('checks a company again after a quarter of an hour when a rule had no data', async () => {
  const { run, seen } = runOver([1, 2, 3]);
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  await database.db.system((tx) => noteRun(tx, 1, minutesAgo(14), false));
  await database.db.system((tx) => noteRun(tx, 2, minutesAgo(15), false));
  await database.db.system((tx) => noteRun(tx, 3, minutesAgo(15), true));
  await run();
  expect(seen.checked).toEqual([2]);
});

it('checks a company again after its facts have changed, once for a burst of changes', async () => {
  const { run, seen } = runOver([1, 2]);
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  await database.db.system(async (tx) => {
    await noteRun(tx, 1, minutesAgo(6), true);
    await noteRun(tx, 2, minutesAgo(4), true);
    for (const companyId of [1, 1, 2]) await requestRun(tx, companyId);
  });
  await run();
  expect(seen.checked).toEqual([1]);
  const left = await database.db.system((tx) => dueRequests(tx, { urgent: NOW, notUrgent: NOW }));
  expect(left.map(({ companyId }) => companyId)).toEqual([2]);
});

it('waits an hour when only people changed, unless there is also an urgent change', async () => {
  const { run, seen } = runOver([1, 2, 3]);
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  await database.db.system(async (tx) => {
    await noteRun(tx, 1, minutesAgo(59), true);
    await noteRun(tx, 2, minutesAgo(60), true);
    await noteRun(tx, 3, minutesAgo(6), true);
    for (const companyId of [1, 2, 3]) await requestRun(tx, companyId, 'not urgent');
    await requestRun(tx, 3);
    await requestRun(tx, 3, 'not urgent');
  });
  await run();
  expect(seen.checked).toEqual([2, 3]);
});

it('an urgent change is done with the run that included it, even if people continue to change', async () => {
  const { run, seen } = runOver([1], [], (companyId) =>
    database.db.system((tx) => requestRun(tx, companyId, 'not urgent')),
  );
  await database.db.system((tx) => requestRun(tx, 1));
  await run();
  expect(seen.checked).toEqual([1]);
  const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const due = (minutes: number) =>
    database.db.system((tx) =>
      dueRequests(tx, { urgent: inMinutes(minutes - 5), notUrgent: inMinutes(minutes - 60) }),
    );
  expect(await due(59)).toEqual([]);
  expect(await due(60)).toMatchObject([{ companyId: 1, urgentCount: 0 }]);
});
