import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetSummaryRequest, GetSummaryResponse } from '@pii-vault/proto/lineage/v1/links';
import { summarise } from './figures-store.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { summaryToProto } from './links-proto.ts';
import { databaseScope } from './reader.ts';

/** Figures over all links that the caller sees. */
export function summariseLinks(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId }: GetSummaryRequest): Promise<GetSummaryResponse> => {
    const reader = await readerOf(deps, ctx, companyId);
    return summaryToProto(await deps.db.tenant(databaseScope(reader), (tx) => summarise(tx, reader)));
  };
}
