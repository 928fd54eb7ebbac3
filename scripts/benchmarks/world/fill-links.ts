import type pg from 'pg';
import { companyOf, type Filled, run } from './filled.ts';

/**
 * Three of ten people are in a pair; a third of the pairs has a third member. A company with an agreement has links to
 * another company for a fifth of its people. Verified pairs and their third members form entities.
 */
export async function fillLinks(
  client: pg.Client,
  { people, companyIds, agreementId }: Filled,
): Promise<void> {
  const pairs = Math.round(people * 0.15);
  await run(client, 'lineage', [
    [PAIRS, [companyIds, pairs]],
    [THIRDS, [companyIds, pairs]],
    [ENTITIES, [companyIds, pairs]],
    [CROSS, [companyIds[0], companyIds[1], agreementId, Math.round(people * 0.1)]],
  ]);
}

const COLUMNS = `company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
  relationship_type, verification_status, probability, confidence_score, matching_fields, levels, weights, model_version, created_at`;
const EVIDENCE = (n: string) =>
  `'{name,phone}', '{2,1,2,0,0,2,0,0,0}', '{-12,9.5,1,7,0,0,6,0,0,0,0}', 'prior-3', now() - ${n} * interval '5 seconds'`;
/** One in a thousand is rejected; these are the oldest. */
const STATUS = `CASE WHEN n <= $2::integer / 1000 THEN 'rejected' WHEN n % 3 = 1 THEN 'pending' ELSE 'verified' END`;

const PAIRS = `INSERT INTO data_lineage (${COLUMNS})
  SELECT c, nextval('edge_id'), 'intra:' || c, NULL, c, 20000 + 3 * n, c, 20001 + 3 * n, 'duplicate_detection',
    ${STATUS}, 0.9, 50 + n % 501 / 10.0, ${EVIDENCE('n')}
  FROM (SELECT n, ${companyOf('$1', 'n')} AS c FROM generate_series(1, $2::integer) AS n ORDER BY n) AS p`;

const THIRDS = `INSERT INTO data_lineage (${COLUMNS})
  SELECT c, nextval('edge_id'), 'intra:' || c, NULL, c, 20001 + 3 * n, c, 20002 + 3 * n, 'duplicate_detection',
    ${STATUS}, 0.9, 80 + n % 201 / 10.0, ${EVIDENCE('n')}
  FROM (SELECT n, ${companyOf('$1', 'n')} AS c FROM generate_series(3, $2::integer, 3) AS n ORDER BY n) AS p`;

/** Entities: pairs, and three people for each third pair. */
const ENTITIES = `INSERT INTO entities (company_id, individual_id, entity_id)
  SELECT ${companyOf('$1', 'n')}, 20000 + 3 * n + m, e
  FROM (SELECT n, nextval('entity_id') AS e FROM generate_series($2::integer / 1000 + 1, $2::integer) AS n
    WHERE n % 3 <> 1 OFFSET 0) AS p, generate_series(0, CASE WHEN n % 3 = 0 THEN 2 ELSE 1 END) AS m`;

/** An edge between two companies has a row for each company under one id. */
const CROSS = `INSERT INTO data_lineage (${COLUMNS})
  SELECT c, e.id, 'cross:' || $3::bigint, $3::bigint, $1::bigint, 20000 + 3 * n, $2::bigint, 30000 + 3 * n,
    CASE WHEN n % 2 = 0 THEN 'same_individual' ELSE 'cross_reference' END,
    CASE WHEN n % 3 = 0 THEN 'pending' ELSE 'verified' END, 0.9, 60 + n % 401 / 10.0, ${EVIDENCE('n')}
  FROM (SELECT n, nextval('edge_id') AS id FROM generate_series(1, $4::integer) AS n OFFSET 0) AS e, unnest(ARRAY[$1::bigint, $2::bigint]) AS c`;
