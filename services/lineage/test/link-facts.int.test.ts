import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countByAgreement } from '../src/links/facts/link-facts-rpc.ts';
import { verifiedSame } from '../src/links/facts/verified-same.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
});
afterAll(() => database?.drop());

it('counts links to other companies by agreement, except rejected ones', async () => {
  const edge = (id: number, agreement: number | null, hiCompany: number, status = 'pending') =>
    `(1, ${id}, 's${id}', ${agreement}, 1, ${id}, ${hiCompany}, ${id + 100}, 'cross_reference', '${status}',
      0.9, 90, '{}', 'm', '{}', '{}')`;
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       model_version, levels, weights)
     VALUES ${[edge(1, 7, 2), edge(2, 7, 2, 'verified'), edge(3, 7, 2, 'rejected'), edge(4, 8, 3), edge(5, null, 2), edge(6, null, 1)]}`,
  );
  const counted = await database.db.tenant({ companies: [1] }, (tx) => countByAgreement(tx, 1));
  expect(counted).toEqual([
    { agreementId: 0, links: 1 },
    { agreementId: 7, links: 2 },
    { agreementId: 8, links: 1 },
  ]);
  expect(await database.db.tenant({ companies: [2] }, (tx) => countByAgreement(tx, 1))).toEqual([]);
});

it('lists the records of a company that are verified as one person, by entity and by edge', async () => {
  const edge = (
    id: number,
    lo: number,
    hi: number,
    status: string,
    agreement: number | null = null,
    hiCompany = 4,
  ) =>
    `(4, ${id}, 'p${id}', ${agreement}, 4, ${lo}, ${hiCompany}, ${hi}, 'duplicate_detection', '${status}',
      0.9, 90, '{}', 'm', '{}', '{}')`;
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       model_version, levels, weights)
     VALUES ${[
       edge(11, 1, 2, 'verified'),
       edge(12, 1, 3, 'pending'),
       edge(13, 1, 4, 'rejected'),
       edge(14, 1, 5, 'verified', 7, 6),
     ]}`,
  );
  await database.sql(
    `INSERT INTO lineage.entities (company_id, individual_id, entity_id)
     VALUES (4, 1, 90), (4, 8, 90), (4, 9, 91), (6, 7, 90)`,
  );
  const same = (companyId: number, id: number) =>
    database.db.tenant(
      { companies: [companyId] },
      async (tx) => (await verifiedSame(tx, companyId, [id])).get(id) ?? [],
    );
  expect(await same(4, 1)).toEqual([2, 8]);
  expect(await same(4, 2)).toEqual([1]);
  expect(await same(4, 8)).toEqual([1]);
  expect(await same(4, 3)).toEqual([]);
  expect(await same(6, 7)).toEqual([]);
  const ofSeveral = await database.db.tenant({ companies: [4] }, (tx) => verifiedSame(tx, 4, [8, 3, 1, 1]));
  expect([...ofSeveral]).toEqual([
    [1, [2, 8]],
    [8, [1]],
  ]);
});
