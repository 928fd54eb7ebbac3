import type { Scope } from '@pii-vault/platform/db/database';
import { type TestDatabase, testDatabase } from '@pii-vault/platform/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageStatement, type Statement } from '../src/links/list-store.ts';
import type { Reader } from '../src/links/reader.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('lineage', new URL('../migrations/', import.meta.url));
  await database.sql(
    `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
       hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
       levels, weights, model_version)
     SELECT 1 + i % 7, i, 'intra:' || 1 + i % 7, 1 + i % 7, i, 1 + i % 7, i + 1, 'duplicate_detection',
       (ARRAY['pending', 'verified'])[1 + i % 2], 0.9, 60 + i % 40, '{phone}', '{}', '{}', 'prior-2'
     FROM generate_series(1, 30000) AS i`,
  );
  await database.sql('ANALYZE lineage.data_lineage');
}, 120_000);
afterAll(() => database?.drop());

async function planOf(scope: Scope, { text, values }: Statement): Promise<string> {
  const rows = await database.db.tenant(scope, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const open = [1, 2, 3, 4, 5, 6, 7];
const readers: Array<[what: string, scope: Scope, reader: Reader]> = [
  ['one company', { companies: [3] }, { readable: new Set([3]), listed: [3], agreements: [], open }],
  [
    'several companies',
    { companies: [1, 2, 5] },
    { readable: new Set([1, 2, 5]), listed: [1, 2, 5], agreements: [7], open },
  ],
  ['every company', { companies: open }, { readable: new Set(open), listed: open, agreements: [7], open }],
];

describe.each(readers)('%s', (_what, scope, reader) => {
  it.each([
    ['newest', pageStatement(reader, 'newest', {}, undefined, 50)],
    ['newest after a page', pageStatement(reader, 'newest', {}, 9_000, 50)],
    [
      'filtered',
      pageStatement(reader, 'newest', { verificationStatus: 'verified', confidence: 'high' }, undefined, 50),
    ],
    ['searched', pageStatement(reader, 'newest', { search: '17' }, undefined, 50)],
    ['strongest', pageStatement(reader, 'strongest', { isStanding: true }, undefined, 500)],
  ])('walks an index in order: %s', async (_name, statement) => {
    const plan = await planOf(scope, statement);
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on data_lineage|Bitmap/);
    expect(plan).toMatch(/Index Scan (Backward )?using data_lineage_/);
    // The policy's companies are read once (InitPlan), never per row (SubPlan).
    expect(plan).not.toMatch(/SubPlan/);
  });
});
