import type { Ctx } from '@pii-vault/platform/context/ctx';
import { companiesWith } from '@pii-vault/platform/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { FIELD_CODES, FIELD_TYPES } from '../field-types/field-type.ts';
import type { FigureCache } from '../individuals/figures.ts';

export interface CompanyStats {
  readonly companyId: number;
  readonly individuals: number;
  /** Active fields by type, types without any left out. */
  readonly fieldsByType: ReadonlyMap<string, number>;
  readonly lastWriteAt: Date | undefined;
}

export type GetCompanyStats = (ctx: Ctx, companyIds: readonly number[]) => Promise<CompanyStats[]>;

/**
 * What companies hold, ascending by id. A user sees the companies it may read, suspended ones too, because figures
 * are no personal data; a service sees those it asks for.
 */
export function getCompanyStatsUseCase(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly status: CompanyStatus;
  readonly figures: FigureCache<CompanyStats[]>;
}): GetCompanyStats {
  return async (ctx, companyIds) => {
    const known = await deps.status.all();
    const readable = ctx.caller.kind === 'service' ? 'all' : companiesWith(ctx.caller, 'pii:read');
    const asked = companyIds.length === 0 ? known : companyIds;
    const companies = asked.filter(
      (id) => known.includes(id) && (readable === 'all' || readable.includes(id)),
    );
    const ids = [...new Set(companies)].sort((a, b) => a - b);
    return await deps.figures.get(ids.join(','), () => deps.db.system((tx) => readStats(tx, ids)));
  };
}

async function readStats(tx: Tx, ids: readonly number[]): Promise<CompanyStats[]> {
  const counts = FIELD_TYPES.map(
    (type) => `count(*) FILTER (WHERE type_mask & ${1 << FIELD_CODES[type]} <> 0) AS ${type}`,
  );
  const rows = await tx.query<
    { company_id: number; people: number; last_write: Date } & Record<string, number>
  >(
    `SELECT company_id, count(*) AS people, max(updated_at) AS last_write, ${counts.join(', ')}
     FROM individuals WHERE company_id = ANY ($1::bigint[]) AND sealed_at IS NULL GROUP BY company_id`,
    [ids],
  );
  const known = new Map(rows.map((row) => [row.company_id, row]));
  return ids.map((companyId) => {
    const row = known.get(companyId);
    const present = FIELD_TYPES.filter((type) => (row?.[type] ?? 0) > 0);
    return {
      companyId,
      individuals: row?.people ?? 0,
      fieldsByType: new Map(present.map((type) => [type, row?.[type] ?? 0])),
      lastWriteAt: row?.last_write,
    };
  });
}
