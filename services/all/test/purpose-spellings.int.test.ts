import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { TestDatabase } from '@pii-vault/platform/testing/postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateToday, tablesBefore } from './former-tables.ts';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purposes-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function formerDatabase(service: ServiceName): Promise<void> {
  database = await tablesBefore(service, '_purposes.sql', folder);
}

const rows = async (text: string) => await database.sql<Record<string, unknown>>(text);

it('consents, budgets, policies and approvals of two spellings become those of one purpose', async () => {
  await formerDatabase('vault');
  await rows(`
    INSERT INTO vault.consents (company_id, individual_id, seq, is_withdrawal, purpose, also_for, given_at) VALUES
      (1, 1, 1, false, 'aml_check', '{kyc,aml-check,e--kyc}', now()), (1, 1, 2, true, 'aml-check', '{}', now()),
      (1, 2, 1, false, 'kyc', '{}', now());
    INSERT INTO vault.budget_counts (company_id, day, user_id, channel, kind, purpose, amount, refused) VALUES
      (1, '2026-11-29', 7, 1, 1, '', 7, 0), (1, '2026-11-29', 7, 1, 1, 'aml-check', 3, 1),
      (1, '2026-11-29', 7, 1, 1, 'aml_check', 4, 2), (1, '2026-11-29', 8, 1, 1, 'aml-check', 5, 0);
    INSERT INTO vault.reveal_policies (company_id, people_per_user, people_per_client, by_purpose, searches_per_user,
      searches_per_client, conflicts, approval_hours, updated_by) VALUES
      (1, 1, 1, '{"aml-check": 10, "aml_check": 90, "kyc": 5}', 1, 1, 1, 1, 1), (2, 1, 1, '{}', 1, 1, 1, 1, 1);
    INSERT INTO vault.reveal_policy_changes (company_id, wanted, status, requested_by, barred, is_alone, requested_at,
      due_at) VALUES (1, '{"conflicts": 4, "byPurpose": {"aml-check": 11}}', 'pending', 1, '{}', false, now(), now());
    INSERT INTO vault.approvals (company_id, kind, purpose, people, reason_key_version, reason, status, requested_by,
      barred, requested_at, expires_at)
      SELECT 1, 'reveal', purpose, 9, 1, '', status, 7, '{}', now(), now() FROM (VALUES
        ('aml_check', 'pending'), ('aml-check', 'pending'), ('aml-check', 'approved')) AS v(purpose, status);`);
  await migrateToday('vault', database);

  expect(
    await rows(
      'SELECT seq, is_withdrawal AS ends, purpose, also_for AS also FROM vault.consents ORDER BY individual_id, seq',
    ),
  ).toEqual([
    { seq: 1, ends: false, purpose: 'aml_check', also: ['kyc', 'e_kyc'] },
    { seq: 2, ends: true, purpose: 'aml_check', also: [] },
    { seq: 1, ends: false, purpose: 'kyc', also: [] },
  ]);
  const counts = await rows(
    'SELECT user_id::int AS who, purpose, amount::int, refused::int FROM vault.budget_counts ORDER BY 1, 2',
  );
  expect(counts).toEqual([
    { who: 7, purpose: '', amount: 7, refused: 0 },
    { who: 7, purpose: 'aml_check', amount: 7, refused: 3 },
    { who: 8, purpose: 'aml_check', amount: 5, refused: 0 },
  ]);
  expect(await rows('SELECT by_purpose AS limits FROM vault.reveal_policies ORDER BY company_id')).toEqual([
    { limits: { aml_check: 10, kyc: 5 } },
    { limits: {} },
  ]);
  expect(await rows('SELECT wanted FROM vault.reveal_policy_changes')).toEqual([
    { wanted: { conflicts: 4, byPurpose: { aml_check: 11 } } },
  ]);
  expect(await rows('SELECT purpose, status FROM vault.approvals ORDER BY id')).toEqual([
    { purpose: 'aml_check', status: 'pending' },
    { purpose: 'aml_check', status: 'expired' },
    { purpose: 'aml_check', status: 'approved' },
  ]);
  await expect(rows(`UPDATE vault.consents SET purpose = 'aml-check'`)).rejects.toThrow(
    'consents_purpose_check',
  );
  expect(
    await rows(`SELECT relname FROM pg_class WHERE relnamespace = 'vault'::regnamespace AND relrowsecurity
      AND NOT relforcerowsecurity`),
  ).toEqual([]);
});

it('of two current agreements for one purpose the accepted one stays', async () => {
  await formerDatabase('tenancy');
  await rows(`
    INSERT INTO tenancy.companies (id, name, code)
      SELECT n, 'Company ' || n, 'C' || n FROM generate_series(1, 3) AS n;
    INSERT INTO tenancy.link_agreements (id, company_id, other_company_id, purpose, include_aadhaar, starts_at,
      requested_by, accepted_by, accepted_at) VALUES
      (1, 1, 2, 'aml-check', false, now(), 1, NULL, NULL), (2, 2, 1, 'aml_check', false, now(), 2, 1, now()),
      (3, 1, 3, 'aml-check', false, now(), 1, NULL, NULL);`);
  await migrateToday('tenancy', database);
  const agreements = await rows(
    'SELECT id::int, purpose, ended_at IS NULL AS current FROM tenancy.link_agreements ORDER BY id',
  );
  expect(agreements).toEqual([
    { id: 1, purpose: 'aml_check', current: false },
    { id: 2, purpose: 'aml_check', current: true },
    { id: 3, purpose: 'aml_check', current: true },
  ]);
});

it('entries of a register for one purpose become one, with the notices of all', async () => {
  await formerDatabase('compliance');
  const notice = (version: string, publishedAt: string) => JSON.stringify({ version, publishedAt });
  await rows(`
    INSERT INTO compliance.purposes (company_id, purpose, notices, text_id, texts, text_key_version) VALUES
      (1, 'aml-check', '[${notice('1', '2026-01-01')}, ${notice('3', '2026-03-01')}]', gen_random_uuid(), '', 1),
      (1, 'aml_check', '[${notice('1', '2026-05-01')}, ${notice('2', '2026-02-01')}]', gen_random_uuid(), '', 1),
      (2, 'aml-check', '[]', gen_random_uuid(), '', 1);
    INSERT INTO compliance.recipients (company_id, code, kind, purposes, field_types, shared_from, text_id, texts,
      text_key_version) VALUES (1, 'a-b', 'processor', '{kyc,aml-check,aml_check}', '{pan}', now(),
      gen_random_uuid(), '', 1);
    INSERT INTO compliance.reveal_ledger VALUES
      (1, 'c', 'aml-check', 'pan', '2026-01-02', '2026-01-03', 2), (1, 'c', 'aml_check', 'pan', '2026-01-01', '2026-01-02', 3);`);
  await migrateToday('compliance', database);
  const register = await rows(
    `SELECT company_id::int AS company, purpose, jsonb_path_query_array(notices, '$[*].version') AS notices
     FROM compliance.purposes ORDER BY id`,
  );
  expect(register).toEqual([
    { company: 1, purpose: 'aml_check', notices: ['1', '2', '3'] },
    { company: 2, purpose: 'aml_check', notices: [] },
  ]);
  expect(await rows('SELECT code, purposes FROM compliance.recipients')).toEqual([
    { code: 'a-b', purposes: ['kyc', 'aml_check'] },
  ]);
  const ledger = await rows(
    'SELECT purpose, first_at::date::text, last_at::date::text, reveals::int FROM compliance.reveal_ledger',
  );
  expect(ledger).toEqual([
    { purpose: 'aml_check', first_at: '2026-01-01', last_at: '2026-01-03', reveals: 5 },
  ]);
});

it('counts of reveals of two spellings are added up', async () => {
  await formerDatabase('audit');
  await rows(`
    INSERT INTO audit.access_days VALUES
      (1, 'reveal', '2026-11-29', 'aml-check:user:7', 2), (1, 'reveal', '2026-11-29', 'aml_check:user:7', 3),
      (1, 'reveal', '2026-11-29', 'aml-check:api_client:a-b', 4), (1, 'action', '2026-11-29', 'a-b', 1);
    INSERT INTO audit.access_weeks VALUES (1, 'reveal', '2026-11-23', 'aml-check:user:7', 5);`);
  await migrateToday('audit', database);
  const days = await rows('SELECT key, entries::int FROM audit.access_days ORDER BY key');
  expect(days).toEqual([
    { key: 'a-b', entries: 1 },
    { key: 'aml_check:api_client:a-b', entries: 4 },
    { key: 'aml_check:user:7', entries: 5 },
  ]);
  expect(await rows('SELECT key, entries::int FROM audit.access_weeks')).toEqual([
    { key: 'aml_check:user:7', entries: 5 },
  ]);
});
