import { afterAll, beforeAll, expect, it } from 'vitest';
import { consent, type VaultWorld, vaultWorld } from './vault-world.ts';

let world: VaultWorld;

beforeAll(async () => {
  world = await vaultWorld();
  await world.records.createRecords(await world.user([1]), {
    companyId: 1,
    consentDetails: consent(),
    records: [{ fields: { name: 'P' }, externalId: undefined }],
  });
});
afterAll(() => world.stop());

const LIST = `SELECT * FROM list_people('{1}', '{1}', '{0}', '{1}', 18)`;

it('a page of the list is read by keys, even with a cached plan from when the company was small', async () => {
  await world.sql('VACUUM ANALYZE vault.individuals');
  await world.sql(`CREATE FUNCTION public.fetched() RETURNS bigint LANGUAGE sql VOLATILE
    RETURN (SELECT sum(seq_tup_read) + sum(idx_tup_fetch) FROM pg_stat_xact_user_tables WHERE relid = 'vault.individuals'::regclass)`);
  await world.sql(`CREATE FUNCTION public.people_read(list text) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      before bigint;
    BEGIN
      PERFORM set_config('search_path', 'vault', true);
      SET LOCAL ROLE vault_app;
      EXECUTE list;
      RESET ROLE;
      INSERT INTO individuals (company_id, id, master_key) SELECT 1, 1000 + n, gen_random_uuid() FROM generate_series(1, 2000) AS n;
      before := public.fetched();
      SET LOCAL ROLE vault_app;
      EXECUTE list;
      RESET ROLE;
      RETURN public.fetched() - before;
    END $$`);
  const [row] = await world.sql<{ people: number }>('SELECT public.people_read($1) AS people', [LIST]);
  // Each of the 18 rows is read once for the page and once for the companies that have the person.
  expect(Number(row?.people)).toBe(36);
});
