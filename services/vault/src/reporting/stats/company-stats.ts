import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { BAND } from '../../people/individuals/individuals-store.ts';
import { readPeopleSums } from '../../people/individuals/people-sums.ts';

export interface CompanyStats {
  readonly companyId: number;
  readonly individuals: number;
  /** Active fields by type; omits types without any. */
  readonly fieldsByType: ReadonlyMap<string, number>;
  readonly lastWriteAt: Date | undefined;
}

export type GetCompanyStats = (ctx: Ctx, companyIds: readonly number[]) => Promise<CompanyStats[]>;

/**
 * Figures of companies, ascending by id. A user sees the companies it may read, including suspended ones, because
 * figures are no personal data; a service sees those it requests.
 */
export function getCompanyStatsUseCase(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly status: CompanyStatus;
}): GetCompanyStats {
  return async (ctx, companyIds) => {
    const known = await deps.status.all();
    const readable = ctx.caller.kind === 'service' ? 'all' : companiesWith(ctx.caller, 'pii:read');
    const asked = companyIds.length === 0 ? known : companyIds;
    const companies = asked.filter(
      (id) => known.includes(id) && (readable === 'all' || readable.includes(id)),
    );
    const ids = [...new Set(companies)].sort((a, b) => a - b);
    return await deps.db.system((tx) => readStats(tx, ids));
  };
}

/** The newest row of each company; its index includes erased ones, so those are skipped. */
export const LAST_WRITES_QUERY = `SELECT c.company_id, max(w.updated_at) AS updated_at
  FROM unnest($1::bigint[]) AS c(company_id) CROSS JOIN generate_series(0, 2) AS b(band)
  CROSS JOIN LATERAL (
    SELECT i.updated_at FROM individuals i WHERE i.company_id = c.company_id AND ${BAND} = b.band AND i.sealed_at IS NULL
    ORDER BY i.updated_at DESC LIMIT 1) AS w
  GROUP BY c.company_id`;

async function readStats(tx: Tx, ids: readonly number[]): Promise<CompanyStats[]> {
  const sums = await readPeopleSums(tx, ids);
  const writes = await tx.query<{ company_id: number; updated_at: Date }>(LAST_WRITES_QUERY, [ids]);
  const lastWrites = new Map(writes.map((row) => [row.company_id, row.updated_at]));
  return ids.map((companyId) => {
    const held = sums.get(companyId);
    return {
      companyId,
      individuals: held?.individuals ?? 0,
      fieldsByType: new Map([...(held?.byType ?? [])].filter(([, fields]) => fields > 0)),
      lastWriteAt: lastWrites.get(companyId),
    };
  });
}
