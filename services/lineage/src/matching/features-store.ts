import type { Tx } from '@pii-vault/platform/db/database';
import type { Scope } from '../scopes/scope.ts';
import type { Identifier } from '../scoring/model.ts';
import type { Features } from './features.ts';

const REPLACE_RECORDS = {
  name: 'match_records_replace',
  text: `WITH input AS (
      SELECT * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::bool[])
        AS i(scope, individual_id, version, key_version, normaliser_version, is_gone)
    ), kept AS (
      INSERT INTO identifier_records (company_id, scope, individual_id, version, key_version, normaliser_version)
      SELECT $1::bigint, scope, individual_id, version, key_version, normaliser_version FROM input WHERE NOT is_gone
      ORDER BY scope, individual_id
      ON CONFLICT (company_id, scope, individual_id) DO UPDATE
        SET version = excluded.version, key_version = excluded.key_version,
            normaliser_version = excluded.normaliser_version, matched_at = now()
        WHERE identifier_records.version <= excluded.version
      RETURNING scope, individual_id
    ), dropped AS (
      DELETE FROM identifier_records r USING input i
      WHERE i.is_gone AND r.company_id = $1 AND r.scope = i.scope AND r.individual_id = i.individual_id
      RETURNING r.scope, r.individual_id
    ), cleared AS (
      DELETE FROM identifier_tokens t USING (TABLE kept UNION ALL TABLE dropped) c
      WHERE t.company_id = $1 AND t.scope = c.scope AND t.individual_id = c.individual_id
    )
    SELECT scope, individual_id AS "individualId" FROM kept`,
};

const INSERT_TOKENS = {
  name: 'match_tokens_insert',
  text: `INSERT INTO identifier_tokens (company_id, scope, individual_id, field_type, handle)
    SELECT $1::bigint, scope, individual_id, field_type, handle
    FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bytea[]) AS t(scope, individual_id, field_type, handle)
    ON CONFLICT (company_id, scope, individual_id, field_type) DO UPDATE SET handle = excluded.handle`,
};

/** Replaces what is held of these people, unless something newer is held already. */
export async function storeFeatures(tx: Tx, companyId: number, people: readonly Features[]): Promise<void> {
  const kept = await tx.query<{ scope: Scope; individualId: number }>({
    ...REPLACE_RECORDS,
    values: [
      companyId,
      people.map((person) => person.scope),
      people.map((person) => person.individualId),
      people.map((person) => person.version),
      people.map((person) => person.keyVersion),
      people.map((person) => person.normaliserVersion),
      people.map((person) => person.isGone),
    ],
  });
  const isKept = new Set(kept.map(({ scope, individualId }) => `${scope}/${individualId}`));
  const tokens = people
    .filter(({ scope, individualId }) => isKept.has(`${scope}/${individualId}`))
    .flatMap((person) => person.handles.map(([field, handle]) => ({ person, field, handle })));
  if (tokens.length === 0) return;
  await tx.query({
    ...INSERT_TOKENS,
    values: [
      companyId,
      tokens.map(({ person }) => person.scope),
      tokens.map(({ person }) => person.individualId),
      tokens.map(({ field }) => field),
      tokens.map(({ handle }) => handle),
    ],
  });
}

/** A record in a scope, as candidates are named. */
export interface ScopedRecord {
  readonly scope: Scope;
  readonly companyId: number;
  readonly individualId: number;
}

export interface CandidatePair {
  readonly scope: Scope;
  readonly individualId: number;
  readonly otherCompanyId: number;
  readonly otherIndividualId: number;
}

/**
 * Records that share a handle with one of `individuals` in its scope. A cross scope pairs companies, never
 * two records of one. A handle shared by more than `cap` others finds nobody.
 */
export async function findCandidates(
  tx: Tx,
  companyId: number,
  individuals: ReadonlyArray<Pick<Features, 'scope' | 'individualId'>>,
  cap: number,
): Promise<CandidatePair[]> {
  return tx.query<CandidatePair>({
    name: 'match_candidates',
    text: `SELECT DISTINCT scope, individual_id AS "individualId", other_company_id AS "otherCompanyId",
          other_individual_id AS "otherIndividualId"
      FROM (
        SELECT m.scope, m.individual_id, o.company_id AS other_company_id, o.individual_id AS other_individual_id,
               count(*) OVER (PARTITION BY m.scope, m.individual_id, m.field_type) AS shared_by
        FROM unnest($2::text[], $3::bigint[]) AS i(scope, individual_id)
        JOIN identifier_tokens m ON m.company_id = $1 AND m.scope = i.scope AND m.individual_id = i.individual_id
        CROSS JOIN LATERAL (
          SELECT t.company_id, t.individual_id FROM identifier_tokens t
          WHERE t.scope = m.scope AND t.field_type = m.field_type AND t.handle = m.handle
            AND (t.company_id, t.individual_id) <> (m.company_id, m.individual_id)
            AND (t.company_id <> m.company_id OR m.scope LIKE 'intra:%')
          LIMIT $4 + 1
        ) o
      ) shared
      WHERE shared_by <= $4`,
    values: [
      companyId,
      individuals.map((individual) => individual.scope),
      individuals.map((individual) => individual.individualId),
      cap,
    ],
  });
}

/** The handles of records, by `scope/company/individual`; as base64 text, to be compared and nothing else. */
export async function loadHandles(
  tx: Tx,
  records: readonly ScopedRecord[],
): Promise<Map<string, Map<Identifier, string>>> {
  const rows = await tx.query<{ record: string; field: Identifier; handle: string }>({
    name: 'match_handles',
    text: `SELECT t.scope || '/' || t.company_id || '/' || t.individual_id AS record, t.field_type AS field,
          encode(t.handle, 'base64') AS handle
      FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS r(scope, company_id, individual_id)) r
      JOIN identifier_tokens t USING (company_id, scope, individual_id)`,
    values: [
      records.map((record) => record.scope),
      records.map((record) => record.companyId),
      records.map((record) => record.individualId),
    ],
  });
  const handles = new Map<string, Map<Identifier, string>>();
  for (const { record, field, handle } of rows) {
    const own = handles.get(record) ?? new Map<Identifier, string>();
    handles.set(record, own.set(field, handle));
  }
  return handles;
}

export function recordKey({ scope, companyId, individualId }: ScopedRecord): string {
  return `${scope}/${companyId}/${individualId}`;
}
