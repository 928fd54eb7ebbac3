import type { Tx } from '@pii-vault/platform/postgres/database';
import type { RecordRef } from '../../spaces/scopes/record-ref.ts';
import type { Scope } from '../../spaces/scopes/scope.ts';
import { type Pair, pairKey, type Verdict } from '../edge.ts';
import { type EndsRow, endsFromRow } from '../edge-store.ts';
import type { Verdicts } from './verdicts.ts';

export interface DecisionRow extends EndsRow {
  companyId: number;
  scope: Scope;
  verdict: Verdict;
}

export interface DecidedPair {
  readonly pair: Pair;
  readonly verdicts: Verdicts;
}

const COLUMNS = `d.company_id AS "companyId", d.scope, d.lo_company_id, d.lo_individual_id, d.hi_company_id,
  d.hi_individual_id, d.verdict`;

/** The decisions about records whose scopes, companies and individuals are in these parameters. */
export const DECISIONS_OF = (scopes: string, companies: string, individuals: string): string =>
  `SELECT ${COLUMNS}
   FROM unnest(${scopes}::text[], ${companies}::bigint[], ${individuals}::bigint[]) AS p(scope, company_id, individual_id)
   CROSS JOIN LATERAL (
     SELECT * FROM decisions d WHERE d.scope = p.scope AND d.lo_company_id = p.company_id
       AND d.lo_individual_id = p.individual_id
     UNION ALL
     SELECT * FROM decisions d WHERE d.scope = p.scope AND d.hi_company_id = p.company_id
       AND d.hi_individual_id = p.individual_id) d`;

/** Decided pairs of these records, by pairKey. */
export async function decisionsOf(
  tx: Tx,
  records: ReadonlyArray<RecordRef & { readonly scope: Scope }>,
): Promise<Map<string, DecidedPair>> {
  if (records.length === 0) return new Map();
  const rows = await tx.query<DecisionRow>({
    name: 'decisions_of',
    text: DECISIONS_OF('$1', '$2', '$3'),
    values: [
      records.map((record) => record.scope),
      records.map((record) => record.companyId),
      records.map((record) => record.individualId),
    ],
  });
  return decidedPairs(rows);
}

/** Every decided pair of a scope, by pairKey. */
export async function decisionsIn(tx: Tx, scope: Scope): Promise<Map<string, DecidedPair>> {
  return decidedPairs(
    await tx.query<DecisionRow>(`SELECT ${COLUMNS} FROM decisions d WHERE d.scope = $1`, [scope]),
  );
}

/** Decided pairs by pairKey. */
export function decidedPairs(rows: readonly DecisionRow[]): Map<string, DecidedPair> {
  const decided = new Map<string, DecidedPair>();
  for (const row of rows) {
    const pair: Pair = { scope: row.scope, ...endsFromRow(row) };
    const before = decided.get(pairKey(pair))?.verdicts;
    decided.set(pairKey(pair), {
      pair,
      verdicts: {
        lo: row.companyId === pair.lo.companyId ? row.verdict : (before?.lo ?? null),
        hi: row.companyId === pair.hi.companyId ? row.verdict : (before?.hi ?? null),
      },
    });
  }
  return decided;
}

export interface NewDecision {
  readonly companyId: number;
  readonly pair: Pair;
  readonly verdict: Verdict;
  readonly note: { readonly sealed: Buffer; readonly keyVersion: number } | null;
  readonly decidedBy: number;
}

/** Writes a company's decision and replaces its former one. */
export async function saveDecision(
  tx: Tx,
  { companyId, pair, verdict, note, decidedBy }: NewDecision,
): Promise<void> {
  await tx.query(
    `INSERT INTO decisions (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id,
       verdict, note, note_key_version, decided_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (company_id, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id) DO UPDATE
       SET verdict = excluded.verdict, note = excluded.note, note_key_version = excluded.note_key_version,
           decided_by = excluded.decided_by, decided_at = now()`,
    [
      companyId,
      pair.scope,
      pair.lo.companyId,
      pair.lo.individualId,
      pair.hi.companyId,
      pair.hi.individualId,
      verdict,
      note?.sealed ?? null,
      note?.keyVersion ?? null,
      decidedBy,
    ],
  );
}

/** Deletes the decisions of these companies about a pair. */
export async function deleteDecisions(tx: Tx, companies: readonly number[], pair: Pair): Promise<void> {
  const { scope, lo, hi } = pair;
  await tx.query(
    `DELETE FROM decisions WHERE company_id = ANY ($1::bigint[]) AND scope = $2 AND lo_company_id = $3
       AND lo_individual_id = $4 AND hi_company_id = $5 AND hi_individual_id = $6`,
    [companies, scope, lo.companyId, lo.individualId, hi.companyId, hi.individualId],
  );
}

/** Deletes decisions about erased people: a note may contain personal data. */
export async function forgetDecisions(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
): Promise<void> {
  if (individualIds.length === 0) return;
  await tx.query({
    name: 'decisions_forget',
    text: `DELETE FROM decisions
      WHERE (lo_company_id = $1 AND lo_individual_id = ANY ($2::bigint[]))
         OR (hi_company_id = $1 AND hi_individual_id = ANY ($2::bigint[]))`,
    values: [companyId, individualIds],
  });
}

/** A company's decision about a pair, with its encrypted note. */
export interface StoredDecision {
  readonly companyId: number;
  readonly verdict: Verdict;
  readonly note: Buffer | null;
  readonly noteKeyVersion: number | null;
  readonly decidedBy: number;
  readonly decidedAt: Date;
}

/** The decisions of these companies about a pair. */
export async function decisionsAbout(
  tx: Tx,
  { scope, lo, hi }: Pair,
  companies: readonly number[],
): Promise<StoredDecision[]> {
  return tx.query<StoredDecision>(
    `SELECT company_id AS "companyId", verdict, note, note_key_version AS "noteKeyVersion",
       decided_by AS "decidedBy", decided_at AS "decidedAt"
     FROM decisions WHERE company_id = ANY ($1::bigint[]) AND scope = $2 AND lo_company_id = $3
       AND lo_individual_id = $4 AND hi_company_id = $5 AND hi_individual_id = $6 ORDER BY company_id`,
    [companies, scope, lo.companyId, lo.individualId, hi.companyId, hi.individualId],
  );
}
