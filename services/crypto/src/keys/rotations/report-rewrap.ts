import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { fieldKeyOf } from '../company-keys/key-uses.ts';
import { saveProgress } from './rotation-store.ts';

export interface RewrapReport {
  readonly companyId: number;
  readonly activeVersion: number;
  readonly rewrapped: number;
  readonly perSecond: number;
  /** Rows that remain under each earlier version. */
  readonly left: readonly { readonly version: number; readonly rows: number }[];
  readonly isBlocked: boolean;
}

/** Stores the vault's progress in rewrapping data under a company's field key. */
export function reportRewrap({
  db,
}: {
  readonly db: Pick<Database, 'tenant'>;
}): (ctx: Ctx, report: RewrapReport) => Promise<void> {
  return (_ctx, { companyId, activeVersion, left, ...progress }) =>
    db.tenant({ companies: [companyId] }, async (tx) => {
      const sum = left.reduce((total, { rows }) => total + rows, 0);
      await saveProgress(tx, fieldKeyOf(companyId), activeVersion, { ...progress, left: sum });
      await keepRowsLeft(tx, companyId, left);
    });
}

async function keepRowsLeft(tx: Tx, companyId: number, left: RewrapReport['left']): Promise<void> {
  await tx.query(
    `UPDATE encryption_keys k SET rows_left = n.rows
    FROM unnest($2::integer[], $3::bigint[]) AS n(version, rows)
    WHERE k.company_id = $1 AND k.purpose = 'field' AND k.agreement_id = 0 AND k.owner_service = ''
      AND k.version = n.version AND k.status = 'retiring'`,
    [companyId, left.map(({ version }) => version), left.map(({ rows }) => rows)],
  );
}
