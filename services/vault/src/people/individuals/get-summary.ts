import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { GetIndividualsSummaryResponse } from '@pii-vault/proto/vault/v1/individuals';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { type FigureCache, readFigures } from './figures.ts';

export type GetSummary = (ctx: Ctx, companyId: number | undefined) => Promise<GetIndividualsSummaryResponse>;

/** Figures over all people the caller may read, in one company or in all of the caller's. */
export function getSummaryUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly shared: FigureCache<number>;
}): GetSummary {
  return async (ctx, companyId) => {
    const companies = await deps.status.readScope(ctx, 'pii:read', companyId);
    const figures = await readFigures(deps.db, ctx, companies);
    const shared = companies.length < 2 ? 0 : await sharedIds(deps, ctx, companies);
    return {
      totalIndividuals: figures.individuals,
      averageCompleteness: average(figures.completenessSum, figures.individuals),
      averageQuality: average(figures.qualitySum, figures.individuals),
      highQuality: figures.high,
      mediumQuality: figures.medium,
      lowQuality: figures.low,
      sharedById: shared,
    };
  };
}

function sharedIds(
  deps: { readonly db: Pick<Database, 'tenant'>; readonly shared: FigureCache<number> },
  ctx: Ctx,
  companies: readonly number[],
): Promise<number> {
  return deps.shared.get(companies.join(','), () =>
    deps.db.tenant(readingScope(ctx, companies), async (tx) => {
      const [row] = await tx.query<{ shared: number }>(
        `SELECT count(*) AS shared FROM (
           SELECT id FROM individuals WHERE company_id = ANY ($1::bigint[]) AND sealed_at IS NULL
           GROUP BY id HAVING count(*) > 1) s`,
        [companies],
      );
      return row?.shared ?? 0;
    }),
  );
}

/** With one decimal; 0 without individuals. */
function average(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((10 * sum) / count) / 10;
}
