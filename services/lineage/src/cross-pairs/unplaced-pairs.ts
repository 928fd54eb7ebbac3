import type { Tx } from '@pii-vault/platform/db/database';
import { agreementCredential } from '../probes/credentials.ts';
import type { Spender } from '../probes/probes-store.ts';
import type { Scope } from '../scopes/scope.ts';
import type { ComparisonName } from '../scoring/comparison-levels.ts';
import { type CrossPair, type CrossPairRow, PAIR_COLUMNS, pairFromRow } from './cross-pairs-store.ts';
import { type FieldWrites, makingWrite } from './making-write.ts';

/** A new pair whose instant is to be chosen. */
export interface UnplacedPair extends CrossPair {
  /** Of its agreement. */
  readonly minutes: number;
  /** Aadhaar or PAN agrees. */
  readonly hasPersonalId: boolean;
  /** Whose write made the pair (making-write.ts); the agreement's where that is not known. */
  readonly writer: Spender;
}

interface Row extends CrossPairRow {
  minutes: number;
  fields: ComparisonName[];
  lo_writes: FieldWrites | null;
  hi_writes: FieldWrites | null;
}

const SIDE = (side: 'lo' | 'hi') => `LEFT JOIN evidence_writes ${side} ON ${side}.scope = p.scope
  AND ${side}.company_id = p.${side}_company_id AND ${side}.individual_id = p.${side}_individual_id`;

/** The pairs of scopes that have no instant yet, in the order of their keys, with the writer of what made each. */
export async function unplacedPairs(tx: Tx, scopes: readonly Scope[]): Promise<UnplacedPair[]> {
  const rows = await tx.query<Row>(
    `SELECT ${PAIR_COLUMNS}, coalesce(s.disclosure_minutes, 15) AS minutes, p.matching_fields AS fields,
       array_replace(lo.writes, NULL, 0) AS lo_writes, array_replace(hi.writes, NULL, 0) AS hi_writes
     FROM cross_pairs p
     LEFT JOIN agreement_scopes s ON s.agreement_id = p.agreement_id AND s.company_id = p.lo_company_id
     ${SIDE('lo')} ${SIDE('hi')}
     WHERE p.scope = ANY ($1::text[]) AND p.disclose_at IS NULL
     ORDER BY p.lo_individual_id, p.hi_individual_id, p.scope`,
    [scopes],
  );
  const writes = rows.map((row) => makingWrite(row.fields, row.lo_writes, row.hi_writes));
  const writerOf = await writersOf(tx, writes);
  return rows.map((row, at) => ({
    ...pairFromRow(row),
    minutes: row.minutes,
    hasPersonalId: row.fields.some((field) => field === 'aadhaar' || field === 'pan'),
    writer: writerOf.get(writes[at] ?? 0) ?? unknownWriter(row),
  }));
}

const unknownWriter = ({ agreement_id, lo_company_id }: Row): Spender => ({
  companyId: lo_company_id,
  credential: agreementCredential(agreement_id),
});

async function writersOf(tx: Tx, writes: ReadonlyArray<number | undefined>): Promise<Map<number, Spender>> {
  const ids = [...new Set(writes)].filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Spender & { id: number }>(
    `SELECT id, company_id AS "companyId", credential FROM record_writes WHERE id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, companyId, credential }) => [id, { companyId, credential }]));
}
