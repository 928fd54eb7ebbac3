import type { Caller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database, Scope } from '@pii-vault/platform/postgres/database';

export interface CompanyKeyStat {
  readonly companyId: number;
  /** Keys in use for new data. */
  readonly active: number;
  /** Replaced, still needed for reading. */
  readonly retiring: number;
  readonly lastRotatedAt: Date | undefined;
}

interface StatRow {
  readonly company_id: number;
  readonly active: number;
  readonly retiring: number;
  readonly last_rotated_at: Date | null;
}

/**
 * Counts the live keys that companies can rotate, for the caller's companies only.
 * @param companyIds empty: all companies of the caller
 */
export function companyKeyStats(deps: {
  readonly db: Database;
}): (ctx: Ctx, companyIds: readonly number[]) => Promise<CompanyKeyStat[]> {
  return async (ctx, companyIds) => {
    const rows = await deps.db.tenant(scopeOf(ctx.caller, companyIds), (tx) =>
      tx.query<StatRow>(
        `SELECT company_id, count(*) FILTER (WHERE status = 'active') AS active,
          count(*) FILTER (WHERE status = 'retiring') AS retiring, max(rotated_at) AS last_rotated_at
        FROM encryption_keys
        WHERE company_id > 0 AND status IN ('active', 'retiring') AND purpose IN ('master', 'field', 'backup')
          AND ($1::bigint[] = '{}' OR company_id = ANY ($1::bigint[]))
        GROUP BY company_id ORDER BY company_id`,
        [companyIds],
      ),
    );
    return rows.map((row) => ({
      companyId: row.company_id,
      active: row.active,
      retiring: row.retiring,
      lastRotatedAt: row.last_rotated_at ?? undefined,
    }));
  };
}

/** Whether a backup was started with a backup key that is in use. Whether its file is complete is not known here. */
export async function hasBackup(db: Pick<Database, 'system'>): Promise<boolean> {
  const rows = await db.system((tx) =>
    tx.query(
      `SELECT FROM encryption_keys WHERE purpose = 'backup' AND status = 'active' AND used_at IS NOT NULL LIMIT 1`,
    ),
  );
  return rows.length > 0;
}

function scopeOf(caller: Caller, asked: readonly number[]): Scope {
  if (caller.kind !== 'user') return { companies: [] };
  if (caller.isSuperAdmin) return 'all';
  const own = [...caller.companies.keys()];
  return { companies: asked.length === 0 ? own : own.filter((companyId) => asked.includes(companyId)) };
}
