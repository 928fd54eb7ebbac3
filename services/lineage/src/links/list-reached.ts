import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ListReachedRequest, ListReachedResponse } from '@pii-vault/proto/lineage/v1/links';
import { invalidFilter } from '../errors.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { reachedCompanies } from './reached-store.ts';
import { singleEdges } from './reader.ts';

const MAX_INDIVIDUALS = 200;

/** For each individual of a page, the companies that have the same person. */
export function listReached(deps: LinksDeps) {
  return async (ctx: Ctx, request: ListReachedRequest): Promise<ListReachedResponse> => {
    if (request.individuals.length > MAX_INDIVIDUALS)
      throw invalidFilter('individuals', `At most ${MAX_INDIVIDUALS} individuals`);
    const reader = singleEdges(await readerOf(deps, ctx));
    const reached = await reachedCompanies(deps.db, reader, request.individuals);
    return {
      reached: reached.map(({ companyId, individualId, companyIds }) => ({
        individual: { companyId, individualId },
        companyIds,
      })),
    };
  };
}
