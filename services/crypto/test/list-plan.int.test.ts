import type { Scope } from '@pii-vault/platform/postgres/database';
import { planOf } from '@pii-vault/platform/testing/plan-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIST_HSM_STATUS } from '../src/key-store/hsm/hsm-status-store.ts';
import { LIST_ROTATIONS } from '../src/keys/rotations/rotation-store.ts';
import { LIST_KEYS } from '../src/register/key-page-store.ts';
import { type UseCases, type UseCaseWorld, useCaseWorld } from './use-case-world.ts';

describe('query plans of lists', () => {
  let world: UseCaseWorld & UseCases;
  beforeAll(async () => {
    world = await useCaseWorld();
    await world.database.sql(
      `INSERT INTO crypto.encryption_keys
        (company_id, key_id, purpose, version, algorithm, status, hsm_key_reference, created_at)
      SELECT c, gen_random_uuid(), p, 1, 'AES-256-GCM', 'active', gen_random_uuid(), now()
      FROM generate_series(1, 4000) AS c, unnest(ARRAY['master', 'token']) AS p`,
    );
    // Three months of a token that disconnects and returns every five minutes.
    await world.database.sql(
      `INSERT INTO crypto.hsm_status (hsm_id, status, alert_level, performance_metrics, last_health_check, created_at)
      SELECT 'pkcs11:pii-vault', CASE n % 2 WHEN 0 THEN 'online' ELSE 'offline' END, 'normal', '{}', now(), now()
      FROM generate_series(1, 25000) AS n`,
    );
    await world.database.sql(
      `INSERT INTO crypto.key_rotations (company_id, purpose, to_version, cause, started_at, finished_at)
      SELECT c, 'field', v, 'schedule', now(), now() FROM generate_series(2, 25) AS v, generate_series(0, 1000) AS c`,
    );
    await world.database.sql('ANALYZE crypto.encryption_keys, crypto.hsm_status, crypto.key_rotations');
  });
  afterAll(() => world.drop());

  it.each<[string, Scope, number]>([
    ['one company', { companies: [1500] }, 1500],
    ['one of four companies', { companies: [7, 1500, 1501, 3999] }, 1501],
    ['a super_admin', 'all', 0],
  ])('of keys is index-ordered and evaluates the policy once: %s', async (_what, scope, companyId) => {
    const values = [1, 1, ['master', 'field'], 51, companyId];
    const plan = await planOf(world.database.db, scope, { text: LIST_KEYS, values }, 'COSTS OFF');
    expect(plan).toMatch(/Index Scan using encryption_keys_pkey/);
    expect(plan).not.toMatch(/Sort|Seq Scan|SubPlan/);
  });

  it.each<[string, Scope, string, readonly unknown[], string]>([
    ['one company', { companies: [7, 500] }, LIST_ROTATIONS.company, [500, 9000, 51], 'key_rotations_pkey'],
    ['a super_admin', 'all', LIST_ROTATIONS.all, [9000, 51], 'key_rotations_by_id'],
  ])('of rotations is read newest first: %s', async (_what, scope, text, values, index) => {
    const plan = await planOf(world.database.db, scope, { text, values }, 'COSTS OFF');
    expect(plan).toMatch(new RegExp(`Index Scan Backward using ${index}`));
    expect(plan).not.toMatch(/Sort|Seq Scan|SubPlan/);
  });

  it.each<[string, Scope | 'system']>([
    ['an administrator', { companies: [1] }],
    ['a super_admin', 'all'],
  ])('of the states of the key store is read newest first: %s', async (_what, scope) => {
    const plan = await planOf(world.database.db, scope, { text: LIST_HSM_STATUS, values: [50] }, 'COSTS OFF');
    expect(plan).toMatch(/^Limit\n +-> +Index Scan Backward using hsm_status_pkey/);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });
});
