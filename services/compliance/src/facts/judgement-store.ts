import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Disclosure, JudgedStretch } from './judge-new-reveals.ts';
import type { JudgedReveals } from './reveal-judgements.ts';

/** The company's last judged leaf; -1 before the first. */
export async function lastJudgedLeaf(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.query<{ leaf: number }>(
    `SELECT up_to_leaf AS leaf FROM reveal_judgements WHERE company_id = $1::bigint ORDER BY after_leaf DESC LIMIT 1`,
    [companyId],
  );
  return row?.leaf ?? -1;
}

/** Once per stretch: of two runs at the same time one has its outcome counted. */
export async function insertStretch(
  tx: Tx,
  companyId: number,
  stretch: JudgedStretch,
  now: Date,
): Promise<void> {
  const added = await tx.query(
    `INSERT INTO reveal_judgements (company_id, after_leaf, up_to_leaf, covered, outside_purpose, after_withdrawal, gone,
       audit_ids, judged_at)
     VALUES ($1::bigint, $2::bigint, $3::bigint, $4::int, $5::int, $6::int, $7::int, $8::bigint[], $9::timestamptz)
     ON CONFLICT DO NOTHING RETURNING company_id`,
    [
      ...[companyId, stretch.afterLeaf, stretch.upToLeaf, stretch.covered, stretch.outsidePurpose],
      ...[stretch.afterWithdrawal, stretch.gone, stretch.auditIds, now],
    ],
  );
  if (added.length > 0) await countDisclosures(tx, companyId, stretch.disclosures);
}

async function countDisclosures(
  tx: Tx,
  companyId: number,
  disclosures: readonly Disclosure[],
): Promise<void> {
  if (disclosures.length === 0) return;
  await tx.query(
    `INSERT INTO reveal_ledger AS known (company_id, client_id, purpose, field_type, first_at, last_at, reveals)
     SELECT $1::bigint, client, purpose, type, min(at), max(at), count(*)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS d(client, purpose, type, at)
     GROUP BY client, purpose, type
     ON CONFLICT (company_id, client_id, purpose, field_type) DO UPDATE
       SET last_at = greatest(known.last_at, excluded.last_at), reveals = known.reveals + excluded.reveals`,
    [
      companyId,
      disclosures.map(({ clientId }) => clientId),
      disclosures.map(({ purpose }) => purpose),
      disclosures.map(({ fieldType }) => fieldType),
      disclosures.map(({ at }) => at),
    ],
  );
}

/** Sums of the last year. */
export async function judgedReveals(
  tx: Tx,
  companyId: number,
  now: Date,
  isBehind: boolean,
): Promise<JudgedReveals> {
  const [row] = await tx.query<Omit<JudgedReveals, 'isBehind'>>(
    `SELECT coalesce(sum(covered), 0)::bigint AS covered, coalesce(sum(outside_purpose), 0)::bigint AS "outsidePurpose",
       coalesce(sum(after_withdrawal), 0)::bigint AS "afterWithdrawal", coalesce(sum(gone), 0)::bigint AS gone,
       ARRAY(SELECT named FROM reveal_judgements AS r, unnest(r.audit_ids) AS named
         WHERE r.company_id = $1::bigint AND r.judged_at > $2::timestamptz - interval '1 year'
         ORDER BY named DESC LIMIT 10) AS "auditIds"
     FROM reveal_judgements WHERE company_id = $1::bigint AND judged_at > $2::timestamptz - interval '1 year'`,
    [companyId, now],
  );
  return {
    ...(row ?? { covered: 0, outsidePurpose: 0, afterWithdrawal: 0, gone: 0, auditIds: [] }),
    isBehind,
  };
}
