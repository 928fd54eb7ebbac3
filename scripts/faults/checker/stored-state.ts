import type { Client } from 'pg';

export interface HeldPerson {
  readonly companyId: number;
  readonly individualId: number;
  readonly recordVersion: number;
}

/** All versions of one field of a person. */
export interface HeldField {
  readonly companyId: number;
  readonly individualId: number;
  /** `pii_fields.field_type`. */
  readonly code: number;
  readonly versions: number;
  readonly lastVersion: number;
  readonly active: number;
}

/** What lineage holds of a person in their company's active space. */
export interface MatchedPerson {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
}

/** Rows that say the same: a pair within a scope, as one viewing company sees it. */
export interface HeldEdge {
  readonly scope: string;
  /** `company/individual-company/individual`, the smaller one first. */
  readonly pair: string;
  readonly companies: readonly number[];
  readonly ids: readonly number[];
}

/** What a vault's database holds, after everything has come to rest. */
export interface Held {
  readonly people: readonly HeldPerson[];
  readonly fields: readonly HeldField[];
  readonly matched: readonly MatchedPerson[];
  readonly edges: readonly HeldEdge[];
}

/** @param companies whose data is read */
export async function readHeld(client: Client, companies: readonly number[]): Promise<Held> {
  const all = async <T extends object>(text: string): Promise<T[]> =>
    (await client.query<T>(text, [companies])).rows;
  return {
    people: await all<HeldPerson>(
      `SELECT company_id::int AS "companyId", id::int AS "individualId", record_version::int AS "recordVersion"
       FROM vault.individuals WHERE company_id = ANY ($1::bigint[]) AND sealed_at IS NULL`,
    ),
    fields: await all<HeldField>(
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
    edges: await all<HeldEdge>(
      `SELECT scope, lo_company_id || '/' || lo_individual_id || '-' || hi_company_id || '/' || hi_individual_id AS pair,
         array_agg(company_id::int ORDER BY company_id) AS companies, array_agg(DISTINCT id::int) AS ids
       FROM lineage.data_lineage WHERE company_id = ANY ($1::bigint[]) GROUP BY 1, 2`,
    ),
  };
}
