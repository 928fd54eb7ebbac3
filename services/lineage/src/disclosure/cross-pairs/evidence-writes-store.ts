import type { Tx } from '@pii-vault/platform/postgres/database';
import { ALL_FIELDS, type FieldMask } from '../../scoring/changed-fields.ts';
import { COMPARISONS } from '../../scoring/comparison-levels.ts';
import { agreementOf, type Scope } from '../../spaces/scopes/scope.ts';

/** A record of a company whose features were stored or deleted. */
export interface StoredChange {
  readonly scope: Scope;
  readonly individualId: number;
  readonly isGone: boolean;
  /** Null when nothing was written. */
  readonly written: { readonly isNew: boolean; readonly changed: FieldMask } | null;
}

/**
 * Stores for each changed field of records across companies the newest write of the record. A record that moves to
 * another key of its scope keeps its stored writes. Stores nothing for a record whose writer is unknown, as in a
 * back-fill.
 */
export async function noteEvidence(
  tx: Tx,
  companyId: number,
  stored: readonly StoredChange[],
): Promise<void> {
  const across = stored.filter(({ scope }) => agreementOf(scope) !== null);
  const gone = across.filter(({ isGone }) => isGone);
  if (gone.length > 0)
    await tx.query(
      `DELETE FROM evidence_writes WHERE company_id = $1
         AND (scope, individual_id) IN (SELECT * FROM unnest($2::text[], $3::bigint[]))`,
      [companyId, gone.map(({ scope }) => scope), gone.map(({ individualId }) => individualId)],
    );
  const isNew = across.filter(({ written }) => written?.isNew === true);
  const changed = across.filter(({ written }) => written?.isNew === false && written.changed !== 0);
  await insertNewest(tx, companyId, isNew, 'DO NOTHING');
  await insertNewest(tx, companyId, changed, REPLACE);
}

const REPLACE = `DO UPDATE SET noted_at = excluded.noted_at,
  writes = ARRAY(SELECT coalesce(u.new, u.old) FROM unnest(excluded.writes, e.writes) WITH ORDINALITY AS u(new, old, at)
    ORDER BY u.at)`;

async function insertNewest(
  tx: Tx,
  companyId: number,
  records: readonly StoredChange[],
  onConflict: string,
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `INSERT INTO evidence_writes AS e (scope, company_id, individual_id, writes, noted_at)
     SELECT i.scope, $1::bigint, i.individual_id,
       ARRAY(SELECT CASE WHEN (i.mask >> n) & 1 = 1 THEN w.id END FROM generate_series(0, $5::int - 1) AS n ORDER BY n),
       w.written_at
     FROM unnest($2::text[], $3::bigint[], $4::int[]) AS i(scope, individual_id, mask)
     CROSS JOIN LATERAL (SELECT w.id, w.written_at FROM record_writes w
       WHERE int8range(w.first_id, w.last_id, '[]') @> i.individual_id AND w.company_id = $1::bigint
         AND i.individual_id = ANY (w.individual_ids) ORDER BY w.id DESC LIMIT 1) AS w
     ORDER BY i.scope, i.individual_id
     ON CONFLICT (scope, company_id, individual_id) ${onConflict}`,
    [
      companyId,
      records.map(({ scope }) => scope),
      records.map(({ individualId }) => individualId),
      records.map(({ written }) => (written?.isNew === true ? ALL_FIELDS : (written?.changed ?? 0))),
      COMPARISONS.length,
    ],
  );
}
