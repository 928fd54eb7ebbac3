import type { Tx } from '@pii-vault/platform/db/database';
import type { Spender } from '../probes/probes-store.ts';
import type { Scope } from '../scopes/scope.ts';
import { type CrossPair, type CrossPairRow, PAIR_COLUMNS, pairFromRow } from './cross-pairs-store.ts';
import { LAST_WRITE } from './stopped-writers.ts';

/** A new pair whose instant is to be chosen. */
export interface UnplacedPair extends CrossPair {
  /** Of its agreement. */
  readonly minutes: number;
  /** Aadhaar or PAN agrees. */
  readonly hasPersonalId: boolean;
  /** Who wrote the newer of the two records; undefined in a back-fill. */
  readonly writer: Spender | undefined;
}

interface Row extends CrossPairRow {
  minutes: number;
  has_personal_id: boolean;
  writer_company: number | null;
  credential: string | null;
}

/** The pairs of scopes that have no instant yet, in the order of their keys, with whoever wrote the record that made each. */
export async function unplacedPairs(tx: Tx, scopes: readonly Scope[]): Promise<UnplacedPair[]> {
  const rows = await tx.query<Row>(
    `SELECT ${PAIR_COLUMNS}, coalesce(s.disclosure_minutes, 15) AS minutes,
       p.matching_fields && ARRAY['aadhaar', 'pan'] AS has_personal_id,
       w.company_id AS writer_company, w.credential
     FROM cross_pairs p
     LEFT JOIN agreement_scopes s ON s.agreement_id = p.agreement_id AND s.company_id = p.lo_company_id
     LEFT JOIN LATERAL (SELECT * FROM ((${LAST_WRITE('lo')}) UNION ALL (${LAST_WRITE('hi')})) AS w ORDER BY id DESC LIMIT 1) AS w ON true
     WHERE p.scope = ANY ($1::text[]) AND p.disclose_at IS NULL
     ORDER BY p.lo_individual_id, p.hi_individual_id, p.scope`,
    [scopes],
  );
  return rows.map((row) => ({
    ...pairFromRow(row),
    minutes: row.minutes,
    hasPersonalId: row.has_personal_id,
    writer:
      row.writer_company === null || row.credential === null
        ? undefined
        : { companyId: row.writer_company, credential: row.credential },
  }));
}
