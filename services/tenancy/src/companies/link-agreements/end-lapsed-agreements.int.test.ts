import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { forwarded } from '@pii-vault/platform/core/context/ctx';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endLapsedAgreements } from './end-link-agreement.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('tenancy', new URL('../../../migrations/', import.meta.url));
  await database.sql(`INSERT INTO tenancy.companies (name, code) VALUES ('A', 'A'), ('B', 'B')`);
});
afterAll(async () => database?.drop());

const self = (): Ctx => ({
  requestId: 'job',
  deadlineAt: Number.POSITIVE_INFINITY,
  caller: { kind: 'service', service: 'tenancy', company: 'system' },
  ipAddress: '',
  userAgent: '',
  idempotencyKey: undefined,
  credential: forwarded(''),
  signal: new AbortController().signal,
});

it('marks lapsed agreements once, and records it for both companies', async () => {
  await database.sql(
    `INSERT INTO tenancy.link_agreements (company_id, other_company_id, purpose, include_aadhaar, starts_at, ends_at, requested_by)
     VALUES (1, 2, 'over', false, now() - interval '2 h', now() - interval '1 h', 1),
            (1, 2, 'running', false, now() - interval '2 h', now() + interval '1 h', 1),
            (1, 2, 'open', false, now() - interval '2 h', NULL, 1)`,
  );
  const run = endLapsedAgreements({ db: database.db, self });
  await run();
  await run();
  const ended =
    await database.sql(`SELECT purpose, ended_at = ends_at AS at_its_end FROM tenancy.link_agreements
    WHERE ended_at IS NOT NULL`);
  expect(ended).toEqual([{ purpose: 'over', at_its_end: true }]);
  const sent = await database.sql(`SELECT topic, company_id FROM tenancy.outbox ORDER BY id`);
  expect(sent).toEqual([
    { topic: 'tenancy.link_agreement_ended', company_id: 1 },
    { topic: 'tenancy.link_agreement_ended', company_id: 2 },
    { topic: 'tenancy.audit', company_id: 1 },
    { topic: 'tenancy.audit', company_id: 2 },
  ]);
});

it('updates which agreements concern health data when the tier of a company changes', async () => {
  const concerned = async () =>
    (
      await database.sql<{ purpose: string }>(
        `SELECT purpose FROM tenancy.link_agreements WHERE concerns_health ORDER BY 1`,
      )
    ).map(({ purpose }) => purpose);
  const run = endLapsedAgreements({ db: database.db, self });
  await database.sql(`UPDATE tenancy.companies SET tier = 'healthcare' WHERE code = 'B'`);
  await run();
  expect(await concerned()).toEqual(['open', 'running']);
  await database.sql(`UPDATE tenancy.companies SET tier = 'secondary' WHERE code = 'B'`);
  await run();
  expect(await concerned()).toEqual([]);
});
