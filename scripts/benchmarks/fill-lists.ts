import type pg from 'pg';

/** How many rows the lists are read over. */
export interface ListSizes {
  readonly people: number;
  /** Edges inside the company, and half as many to the other one. */
  readonly edges: number;
  readonly entries: number;
}

/**
 * Fills what lists read by SQL: people without fields (no list decrypts one), edges, entries of the trail far behind its
 * end, login attempts, staff and checks. Roll-ups come from their triggers; those of the trail, which its appender keeps,
 * are written beside it.
 */
export async function fillLists(
  client: pg.Client,
  { companyId, otherCompanyId, agreementId }: Ids,
  { people, edges, entries }: ListSizes,
): Promise<void> {
  for (const [schema, statement, values] of [
    ['vault', PEOPLE, [companyId, people]],
    ['vault', PEOPLE, [otherCompanyId, people / 10]],
    ['vault', ERRORS, [companyId, people / 10]],
    ['lineage', EDGES, [companyId, edges]],
    ['lineage', CROSS_EDGES, [companyId, otherCompanyId, agreementId, edges / 2]],
    ['audit', ENTRIES, [companyId, entries]],
    ['audit', HEADS, [companyId, entries]],
    ['audit', ACCESSES, [companyId]],
    ['identity', STAFF, [companyId]],
    ['identity', ATTEMPTS, [entries / 10]],
    ['compliance', CHECKS, [companyId]],
  ] as const) {
    await client.query(`SET search_path = ${schema}`);
    await client.query(statement, [...values]);
  }
  await client.query('VACUUM ANALYZE');
}

export interface Ids {
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly agreementId: number;
}

/** Ids go on behind those that the imports made; few are of high quality, and those are the newest. */
const PEOPLE = `INSERT INTO individuals (company_id, id, master_key, quality, completeness, type_mask, data_key_version, created_at, updated_at)
  SELECT $1::bigint, s.top + n, gen_random_uuid(), CASE WHEN n > $2::integer * 0.999 THEN 95 ELSE n % 70 END, n % 101, 2 * (n % 1024), 1,
    now() - ($2::integer - n) * interval '7 seconds', now() - (n % 1000000) * interval '1 second'
  FROM (SELECT coalesce(max(id), 0) + 1000 AS top FROM individuals) AS s, generate_series(1, $2::integer) AS n`;

const ERRORS = `INSERT INTO import_errors (company_id, import_id, id, row_number, column_name, reason, message)
  SELECT $1::bigint, (SELECT min(id) FROM imports WHERE company_id = $1::bigint), 1000 + n, 1000 + n, 'phone', 'PHONE_INVALID', ''
  FROM generate_series(1, $2::integer) AS n`;

const EDGE_COLUMNS = `company_id, id, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
  relationship_type, verification_status, probability, confidence_score, matching_fields, levels, weights, model_version, created_at`;
const EVIDENCE = `'{name,phone}', '{2,1,2,0,0,2,0,0,0}', '{-12,9.5,1,7,0,0,6,0,0,0,0}', 'prior-2', now() - n * interval '1 second'`;

/** One in a thousand was rejected, all of them long ago. */
const EDGES = `INSERT INTO data_lineage (${EDGE_COLUMNS})
  SELECT $1::bigint, nextval('edge_id'), 'intra:' || $1::bigint, NULL, $1::bigint, 100000 + n, $1::bigint, 100001 + n, 'duplicate_detection',
    CASE WHEN n <= $2::integer / 1000 THEN 'rejected' WHEN n % 3 = 0 THEN 'pending' ELSE 'verified' END, 0.9,
    50 + n % 501 / 10.0, ${EVIDENCE}
  FROM generate_series(1, $2::integer) AS n`;

/** An edge between two companies is a row of each under one id. */
const CROSS_EDGES = `INSERT INTO data_lineage (${EDGE_COLUMNS})
  SELECT c, e.id, 'cross:' || $3::bigint, $3::bigint, $1::bigint, 100000 + n, $2::bigint, 2000000 + n,
    CASE WHEN n % 2 = 0 THEN 'same_individual' ELSE 'cross_reference' END,
    CASE WHEN n % 3 = 0 THEN 'pending' ELSE 'verified' END, 0.9, 60 + n % 401 / 10.0, ${EVIDENCE}
  FROM (SELECT n, nextval('edge_id') AS id FROM generate_series(1, $4::integer) AS n OFFSET 0) AS e, unnest(ARRAY[$1::bigint, $2::bigint]) AS c`;

/** Far behind the tree's end, so that entries of the measured calls find their places free. */
const ENTRIES = `INSERT INTO audit_trail (company_id, leaf_index, company_seq, producer, epoch, seq, individual_id, pii_field_id, action,
    actor_type, actor_id, details, compliance_flags, ip_address, user_agent, "timestamp", leaf, salt, leaf_hash)
  SELECT $1::bigint, 1000000000 + n, 1000000 + n, 'bench', 1, n, 100000 + n % 300000, n,
    CASE WHEN n % 1000 = 0 THEN 'user_update' WHEN n % 5 = 0 THEN 'data_create' ELSE 'field_decrypt' END,
    CASE WHEN n % 4 = 0 THEN 'user' ELSE 'api_client' END, (n % 50)::text,
    '{"decision": "allowed", "fieldNames": ["pan"], "producer": "vault", "purpose": "kyc"}',
    '{"violation": false, "dpdpCompliant": true}', '127.0.0.1', 'bench', now() - ($2::integer - n) * interval '7 seconds',
    '\\x7b7d', decode(repeat('00', 16), 'hex'), sha256(int4send(n))
  FROM generate_series(1, $2::integer) AS n`;

const HEADS = `INSERT INTO company_heads (company_id, last_seq, last_at) VALUES ($1::bigint, $2::bigint, now())
  ON CONFLICT (company_id) DO UPDATE SET last_seq = company_heads.last_seq + excluded.last_seq`;

const ACCESSES = `INSERT INTO access_days (company_id, kind, day, key, entries)
  SELECT $1::bigint, k.kind, (now() AT TIME ZONE 'UTC')::date - d, 'bench' || n, 10
  FROM (VALUES ('action', 40), ('hour', 24), ('actor', 200)) AS k(kind, keys), generate_series(0, 365) AS d, generate_series(1, k.keys) AS n`;

const STAFF = `INSERT INTO users (email, email_key, first_name, last_name, company_id)
  SELECT 'u' || n || '@example.com', 'u' || n || '@example.com', 'U', 'V', $1::bigint FROM generate_series(1, 5000) AS n`;

const ATTEMPTS = `INSERT INTO login_attempts (user_id, email, ip_address, ip_block, user_agent, device_info, success, risk_score, created_at)
  SELECT 2 + n % 5000, 'u' || n % 5000 || '@example.com', '192.0.2.' || n % 250, '192.0.2.' || n % 250, 'bench', '{}', n % 3 > 0,
    CASE WHEN n % 50 = 0 THEN 80 ELSE 0 END, now() - n * interval '1 minute'
  FROM generate_series(1, $1::integer) AS n`;

const CHECKS = `INSERT INTO compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status, readiness, details,
    evidence, recommendations, created_at, next_check_due)
  SELECT $1::bigint, r.rule_id, r.regulation_type, r.check_type, r.law_version, 'not_in_force', 90, '', '[]', '[]',
    now() - d * interval '6 hours', now()
  FROM (SELECT DISTINCT ON (rule_id) * FROM compliance_checks WHERE company_id = $1::bigint ORDER BY rule_id, id DESC) AS r,
    generate_series(400, 1, -1) AS d`;
