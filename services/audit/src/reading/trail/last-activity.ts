import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';

export interface CompanyActivity {
  readonly companyId: number;
  /** Newest entry of a user or an API client. */
  readonly lastActivityAt: Date | undefined;
  readonly entries: number;
}

/** Newest act and number of entries per company. Omits companies without entries and those not readable. */
export function lastActivity(deps: { readonly db: Pick<Database, 'tenant' | 'system'> }) {
  return async (ctx: Ctx, companyIds: readonly number[]): Promise<CompanyActivity[]> => {
    const read = (tx: Tx) => readActivity(tx, companyIds);
    return ctx.caller.kind === 'service'
      ? await deps.db.system(read)
      : await deps.db.tenant(scopeWith(ctx.caller, 'audit:read'), read);
  };
}

async function readActivity(tx: Tx, companyIds: readonly number[]): Promise<CompanyActivity[]> {
  const rows = await tx.query<{ company_id: number; last_act_at: Date | null; last_seq: number }>(
    'SELECT company_id, last_act_at, last_seq FROM company_heads WHERE company_id = ANY ($1::bigint[])',
    [companyIds],
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    lastActivityAt: row.last_act_at ?? undefined,
    entries: row.last_seq,
  }));
}
