import type { Client } from 'pg';

export interface StoredPerson {
  readonly companyId: number;
  readonly individualId: number;
  readonly recordVersion: number;
}

/** All versions of one field of a person. */
export interface StoredField {
  readonly companyId: number;
  readonly individualId: number;
  /** `pii_fields.field_type`. */
  readonly code: number;
  readonly versions: number;
  readonly lastVersion: number;
  readonly active: number;
}

/** Lineage's record of a person in the active space of the company. */
export interface MatchedPerson {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
}

/** Rows of one edge: a pair in a scope, one row per viewing company. */
export interface StoredEdge {
  readonly scope: string;
  /** `company/individual-company/individual`, the smaller id first. */
  readonly pair: string;
  readonly companies: readonly number[];
  readonly ids: readonly number[];
}

/** State of a vault's database when no work is pending. */
export interface StoredState {
  readonly people: readonly StoredPerson[];
  readonly fields: readonly StoredField[];
  readonly matched: readonly MatchedPerson[];
  readonly edges: readonly StoredEdge[];
}

/** @param companies whose data is read */
export async function readStoredState(client: Client, companies: readonly number[]): Promise<StoredState> {
  const all = async <T extends object>(text: string): Promise<T[]> =>
    (await client.query<T>(text, [companies])).rows;
  return {
    people: await all<StoredPerson>(
      `SELECT company_id::int AS "companyId", id::int AS "individualId", record_version::int AS "recordVersion"
       FROM vault.individuals WHERE company_id = ANY ($1::bigint[]) AND sealed_at IS NULL`,
    ),
    fields: await all<StoredField>(
      `SELECT company_id::int AS "companyId", individual_id::int AS "individualId", field_type::int AS code,
         count(*)::int AS versions, max(version)::int AS "lastVersion",
         count(*) FILTER (WHERE state = 1)::int AS active
       FROM vault.pii_fields WHERE company_id = ANY ($1::bigint[]) GROUP BY 1, 2, 3`,
    ),
    matched: await all<MatchedPerson>(
      `SELECT m.company_id::int AS "companyId", m.individual_id::int AS "individualId", m.version::int AS version
       FROM lineage.match_records m JOIN lineage.match_spaces s ON s.id = m.space_id
       WHERE m.company_id = ANY ($1::bigint[]) AND s.state = 'active' AND s.scope = 'intra:' || m.company_id`,
    ),
    edges: await all<StoredEdge>(
      `SELECT scope, lo_company_id || '/' || lo_individual_id || '-' || hi_company_id || '/' || hi_individual_id AS pair,
         array_agg(company_id::int ORDER BY company_id) AS companies, array_agg(DISTINCT id::int) AS ids
       FROM lineage.data_lineage WHERE company_id = ANY ($1::bigint[]) GROUP BY 1, 2`,
    ),
  };
}
