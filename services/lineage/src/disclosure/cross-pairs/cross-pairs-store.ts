import type { Tx } from '@pii-vault/platform/postgres/database';
import { type EndsRow, endsFromRow, type ScoredPair } from '../../links/edge-store.ts';
import type { RecordRef } from '../../spaces/scopes/record-ref.ts';
import type { Scope } from '../../spaces/scopes/scope.ts';
import type { Spender } from '../probes/probes-store.ts';
import type { Instant } from './batches-store.ts';

/** A pair of records of two companies under an agreement. */
export interface CrossPair {
  readonly scope: Scope;
  readonly agreementId: number;
  readonly lo: RecordRef;
  readonly hi: RecordRef;
  /** Null until the pair is shown. */
  readonly edgeId: number | null;
}

export interface CrossPairRow extends EndsRow {
  scope: Scope;
  agreement_id: number;
  edge_id: number | null;
}

export const PAIR_COLUMNS = `p.scope, p.agreement_id, p.lo_company_id, p.lo_individual_id, p.hi_company_id,
  p.hi_individual_id, p.edge_id`;
export const PAIR_KEY = 'scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id';

export const pairFromRow = (row: CrossPairRow): CrossPair => ({
  scope: row.scope,
  agreementId: row.agreement_id,
  ...endsFromRow(row),
  edgeId: row.edge_id,
});

type ScopedRef = RecordRef & { readonly scope: Scope };

/** Actions that follow from new evidence of pairs. */
export interface Upserted {
  readonly hasUnplaced: boolean;
  /** Shown pairs to retire, because they lost the identifier that joined them (LOST). */
  readonly lost: readonly CrossPair[];
}

/**
 * Writes the evidence of pairs; what is shown of them does not change. A pair that is not shown yet and has lost its
 * Aadhaar or PAN gets a new disclosure time, because it now depends on names and dates.
 */
export async function upsertCrossPairs(
  tx: Tx,
  pairs: readonly ScoredPair[],
  foundAt: Date,
): Promise<Upserted> {
  if (pairs.length === 0) return { hasUnplaced: false, lost: [] };
  const written = await tx.query<CrossPairRow & { is_unplaced: boolean; is_lost: boolean }>({
    name: 'cross_pairs_upsert',
    text: UPSERT,
    values: [JSON.stringify(pairs), foundAt],
  });
  return {
    hasUnplaced: written.some(({ is_unplaced }) => is_unplaced),
    lost: written.filter(({ is_lost }) => is_lost).map(pairFromRow),
  };
}

const PERSONAL = `ARRAY['aadhaar', 'pan']`;

/**
 * SQL condition: `p` is shown as joined by Aadhaar or PAN, neither is in `fields`, and neither company has decided
 * about it. It retires even if names and dates still make a pair: keeping it would disclose that they agree.
 */
const LOST = (fields: string) => `(p.edge_id IS NOT NULL AND NOT ${fields} && ${PERSONAL}
    AND EXISTS (SELECT FROM data_lineage e WHERE e.company_id = p.lo_company_id AND e.id = p.edge_id
      AND e.matching_fields && ${PERSONAL})
    AND NOT EXISTS (SELECT FROM decisions d
      WHERE (d.scope, d.lo_company_id, d.lo_individual_id, d.hi_company_id, d.hi_individual_id)
        = (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)))`;

const UPSERT = `INSERT INTO cross_pairs AS p (scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id,
    hi_individual_id, verification_status, probability, matching_fields, levels, weights, model_version, found_at)
  SELECT i.scope, i."agreementId", (i.lo->>'companyId')::bigint, (i.lo->>'individualId')::bigint,
    (i.hi->>'companyId')::bigint, (i.hi->>'individualId')::bigint, i."verificationStatus", i.probability,
    i."matchingFields", i.levels, i.weights, i."modelVersion", $2::timestamptz
  FROM jsonb_to_recordset($1::jsonb) AS i("scope" text, "agreementId" bigint, "lo" jsonb, "hi" jsonb,
    "verificationStatus" text, "probability" double precision, "matchingFields" text[], "levels" smallint[],
    "weights" real[], "modelVersion" text)
  ON CONFLICT (${PAIR_KEY}) DO UPDATE
    SET verification_status = excluded.verification_status, probability = excluded.probability,
        matching_fields = excluded.matching_fields, levels = excluded.levels, weights = excluded.weights,
        model_version = excluded.model_version,
        retire_at = CASE WHEN ${LOST('excluded.matching_fields')} THEN p.retire_at END,
        disclose_at = CASE WHEN p.edge_id IS NULL AND p.matching_fields && ${PERSONAL}
            AND NOT excluded.matching_fields && ${PERSONAL} THEN NULL ELSE p.disclose_at END
    WHERE p.retire_at IS NOT NULL OR ${LOST('excluded.matching_fields')}
      OR (p.verification_status, p.probability, p.matching_fields, p.levels, p.model_version) IS DISTINCT FROM
        (excluded.verification_status, excluded.probability, excluded.matching_fields, excluded.levels,
         excluded.model_version)
  RETURNING ${PAIR_COLUMNS}, p.disclose_at IS NULL AS is_unplaced, ${LOST('p.matching_fields')} AS is_lost`;

/** Pairs of these records, without duplicates. */
export async function crossPairsOf(tx: Tx, records: readonly ScopedRef[]): Promise<CrossPair[]> {
  if (records.length === 0) return [];
  const side = (name: 'lo' | 'hi') => `SELECT * FROM cross_pairs p WHERE p.scope = r.scope
    AND p.${name}_company_id = r.company_id AND p.${name}_individual_id = r.individual_id`;
  const rows = await tx.query<CrossPairRow>({
    name: 'cross_pairs_of',
    text: `SELECT DISTINCT ${PAIR_COLUMNS} FROM unnest($1::text[], $2::bigint[], $3::bigint[])
        AS r(scope, company_id, individual_id)
      CROSS JOIN LATERAL (${side('lo')} UNION ALL ${side('hi')}) AS p`,
    values: [
      records.map(({ scope }) => scope),
      records.map(({ companyId }) => companyId),
      records.map(({ individualId }) => individualId),
    ],
  });
  return rows.map(pairFromRow);
}

/** Every pair of a scope. */
export async function crossPairsIn(tx: Tx, scope: Scope): Promise<CrossPair[]> {
  const rows = await tx.query<CrossPairRow>(`SELECT ${PAIR_COLUMNS} FROM cross_pairs p WHERE p.scope = $1`, [
    scope,
  ]);
  return rows.map(pairFromRow);
}

/** Parameters $1 to $5: the keys of these pairs. */
export const pairKeys = (pairs: readonly Pick<CrossPair, 'scope' | 'lo' | 'hi'>[]): unknown[] => [
  pairs.map(({ scope }) => scope),
  pairs.map(({ lo }) => lo.companyId),
  pairs.map(({ lo }) => lo.individualId),
  pairs.map(({ hi }) => hi.companyId),
  pairs.map(({ hi }) => hi.individualId),
];
export const THESE_PAIRS = `(SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]))`;

export async function deleteCrossPairs(
  tx: Tx,
  pairs: readonly Pick<CrossPair, 'scope' | 'lo' | 'hi'>[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(`DELETE FROM cross_pairs WHERE (${PAIR_KEY}) IN ${THESE_PAIRS}`, pairKeys(pairs));
}

/** Sets the removal time of shown edges; does not overwrite a time. */
export async function retireCrossPairs(
  tx: Tx,
  pairs: readonly CrossPair[],
  retireAt: ReadonlyMap<number, Instant>,
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(RETIRE, [
    ...pairKeys(pairs),
    pairs.map(({ agreementId }) => retireAt.get(agreementId) ?? new Date()),
    pairs.map(() => null),
    pairs.map(() => null),
  ]);
}

/** Keeps shown edges until the stop of these credentials is lifted; does not overwrite a time. */
export async function holdRetirements(
  tx: Tx,
  held: ReadonlyArray<{ readonly pair: CrossPair; readonly writer: Spender }>,
): Promise<void> {
  if (held.length === 0) return;
  await tx.query(RETIRE, [
    ...pairKeys(held.map(({ pair }) => pair)),
    held.map(() => 'infinity'),
    held.map(({ writer }) => writer.companyId),
    held.map(({ writer }) => writer.credential),
  ]);
}

const RETIRE = `UPDATE cross_pairs p SET retire_at = i.at, retire_company_id = i.company_id, retire_credential = i.credential
  FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::bigint[], $8::text[])
    AS i(scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, at, company_id, credential)
  WHERE p.retire_at IS NULL
    AND (p.scope, p.lo_company_id, p.lo_individual_id, p.hi_company_id, p.hi_individual_id)
      = (i.scope, i.lo_company_id, i.lo_individual_id, i.hi_company_id, i.hi_individual_id)`;
