import type pg from 'pg';
import { type Filled, run } from './filled.ts';

/** Rows per kind: register entries, runs of checks (6 h apart), webhook deliveries, retired keys. */
const ENTRIES = 2_000;
const RUNS = 400;
const DELIVERIES = 50_000;
const ENDED = 1_000;

/** Fills registers, checks and reports of compliance, agreements and deliveries of tenancy, and key versions. */
export async function fillRegisters(client: pg.Client, { companyId, companyIds }: Filled): Promise<void> {
  await run(client, 'compliance', [
    [CHECKS, [companyIds, companyId, RUNS]],
    [PURPOSES, [ENTRIES]],
    [GRIEVANCES, [ENTRIES]],
    [INCIDENTS, [ENTRIES]],
    [RECIPIENTS, [ENTRIES]],
    [REVIEWS, [companyIds, ENTRIES]],
    [REPORTS, [companyIds, ENTRIES]],
  ]);
  await run(client, 'tenancy', [
    [AGREEMENTS, [companyIds, ENTRIES]],
    [DELIVERED, [DELIVERIES]],
  ]);
  await run(client, 'crypto', [[KEYS, [ENDED]]]);
}

const CHECKS = `INSERT INTO compliance_checks (company_id, rule_id, regulation_type, check_type, law_version, status, score, readiness, details,
    evidence, recommendations, created_at, next_check_due)
  SELECT c, r.rule_id, r.regulation_type, r.check_type, r.law_version, r.status, r.score, r.readiness, r.details, r.evidence,
    r.recommendations, now() - d * interval '6 hours', now()
  FROM (SELECT DISTINCT ON (rule_id) * FROM compliance_checks WHERE company_id = $2::bigint ORDER BY rule_id, id DESC) AS r,
    generate_series($3::integer, 1, -1) AS d, unnest($1::bigint[]) AS c ORDER BY d DESC, c`;

/** Sealed texts are bound to an id, so copies use the texts of the first entry of their company. */
const FIRST = (table: string) =>
  `(SELECT DISTINCT ON (company_id) * FROM ${table} ORDER BY company_id, id) AS f`;
const TEXTS = 'f.text_id, f.texts, f.text_key_version';

const PURPOSES = `INSERT INTO purposes (company_id, purpose, lawful_basis, notices, text_id, texts, text_key_version)
  SELECT f.company_id, 'purpose-' || n, f.lawful_basis, f.notices, ${TEXTS} FROM ${FIRST('purposes')}, generate_series(1, $1::integer) AS n`;
const GRIEVANCES = `INSERT INTO grievances (company_id, category, received_at, period_days, closed_at, text_id, texts, text_key_version)
  SELECT f.company_id, f.category, now() - n * interval '1 hour', 30, CASE WHEN n > 100 THEN now() END, ${TEXTS}
  FROM ${FIRST('grievances')}, generate_series($1::integer, 1, -1) AS n`;
const INCIDENTS = `INSERT INTO incidents (company_id, aware_at, affected, reported_at, filled, text_id, texts, text_key_version)
  SELECT f.company_id, now() - n * interval '1 hour', n, now(), f.filled, ${TEXTS}
  FROM ${FIRST('incidents')}, generate_series($1::integer, 1, -1) AS n`;
const RECIPIENTS = `INSERT INTO recipients (company_id, code, kind, purposes, field_types, shared_from, text_id, texts, text_key_version)
  SELECT f.company_id, 'recipient-' || n, f.kind, f.purposes, f.field_types, now() - n * interval '1 hour', ${TEXTS}
  FROM ${FIRST('recipients')}, generate_series(1, $1::integer) AS n`;
const REVIEWS = `INSERT INTO access_reviews (company_id, reviewed_by, reviewed_at)
  SELECT c, 1, now() - n * interval '1 hour' FROM unnest($1::bigint[]) AS c, generate_series($2::integer, 1, -1) AS n`;
const REPORTS = `INSERT INTO reports (company_id, regulation_type, format, status, problem, created_by, created_at, finished_at, text_id)
  SELECT c, 'dpdp', 'pdf', 'failed', 'WITHDRAWN', 1, now() - n * interval '1 hour', now(), gen_random_uuid()
  FROM unnest($1::bigint[]) AS c, generate_series($2::integer, 1, -1) AS n`;

/** Agreements between all pairs of companies that ended long ago. */
const AGREEMENTS = `INSERT INTO link_agreements (company_id, other_company_id, purpose, include_aadhaar, starts_at, requested_by, ended_by, ended_at)
  SELECT a, b, 'kyc', false, now() - interval '2 years', 1, 1, now() - interval '1 year'
  FROM unnest($1::bigint[]) AS a, unnest($1::bigint[]) AS b, generate_series(1, $2::integer / 1000) WHERE a < b`;

const DELIVERED = `INSERT INTO deliveries (company_id, webhook_id, event, items, body, status, attempts, last_attempt_at, last_status, delivered_at, created_at)
  SELECT w.company_id, w.id, 'link_detected', 1, '{}'::bytea, CASE WHEN n % 1000 = 999 THEN 'dead' ELSE 'delivered' END, 1, now(), 200, now(),
    now() - n * interval '10 seconds'
  FROM (SELECT company_id, id FROM webhooks ORDER BY id LIMIT 1) AS w, generate_series($1::integer, 1, -1) AS n`;

/** Replaced versions of a company's field key that encrypt no values. */
const KEYS = `INSERT INTO encryption_keys (company_id, key_id, agreement_id, party_company_ids, purpose, owner_service, version, algorithm, status,
    master_key_id, epoch, wrapped, created_at, rotated_at, used_at, emptied_at)
  SELECT k.company_id, gen_random_uuid(), k.agreement_id, k.party_company_ids, k.purpose, k.owner_service, 1000 + n, k.algorithm, 'disabled',
    k.master_key_id, k.epoch, k.wrapped, now() - n * interval '1 day', now(), now(), now()
  FROM encryption_keys k, generate_series(1, $1::integer) AS n WHERE k.purpose = 'field' AND k.company_id > 0 AND k.status = 'active'`;
