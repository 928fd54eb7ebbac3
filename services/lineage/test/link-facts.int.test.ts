import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countByAgreement } from '../src/link-facts/link-facts-rpc.ts';

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
