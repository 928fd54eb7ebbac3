import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type DecideEntryRequest,
  type DecideEntryResponse,
  type GetSummaryRequest,
  type GetSummaryResponse,
  LinksService,
  type VerifyEntriesRequest,
  type VerifyEntriesResponse,
  type WithdrawDecisionRequest,
  type WithdrawDecisionResponse,
} from '@pii-vault/proto/lineage/v1/links';
import { analyseLinks, countCrossLinks } from './analyse-links.ts';
import { drawGraph } from './draw-graph.ts';
import { type ExplainDeps, explainEntry } from './explain-entry.ts';
import { summarise } from './figures-store.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { summaryToProto } from './links-proto.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listEntries } from './list-entries.ts';
import { listLinked } from './list-linked.ts';
import { listReached } from './list-reached.ts';
import { databaseScope } from './reader.ts';

const READ = 'lineage:read';
const DECIDE = 'lineage:decide';
const companyOf = (request: { readonly companyId?: number | undefined }) => request.companyId;

/** Decisions, which the matcher carries out. */
interface Deciding {
  decideEntry(ctx: Ctx, request: DecideEntryRequest): Promise<DecideEntryResponse>;
  verifyEntries(ctx: Ctx, request: VerifyEntriesRequest): Promise<VerifyEntriesResponse>;
  withdrawDecision(ctx: Ctx, request: WithdrawDecisionRequest): Promise<WithdrawDecisionResponse>;
}

export function linksRpc(deps: ExplainDeps & Deciding): RpcService {
  return serve(LinksService, {
    getGraph: { allow: permission(READ, companyOf), handle: drawGraph(deps), byReference: true },
    listEntries: { allow: permission(READ, companyOf), handle: listEntries(deps) },
    explainEntry: { allow: permission(READ), handle: explainEntry(deps) },
    getSummary: { allow: permission(READ, companyOf), handle: summariseLinks(deps) },
    getAnalysis: { allow: permission(READ, companyOf), handle: analyseLinks(deps) },
    countCrossLinks: { allow: permission('pii:read', companyOf), handle: countCrossLinks(deps) },
    listDuplicates: { allow: permission(READ, companyOf), handle: listDuplicates(deps) },
    listLinked: { allow: permission(READ, companyOf), handle: listLinked(deps) },
    listReached: { allow: permission(READ), handle: listReached(deps), byReference: true },
    decideEntry: { allow: permission(DECIDE), handle: deps.decideEntry },
    verifyEntries: { allow: permission(DECIDE, companyOf), handle: deps.verifyEntries },
    withdrawDecision: { allow: permission(DECIDE), handle: deps.withdrawDecision },
  });
}

/** Figures over all links that the caller sees. */
export function summariseLinks(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId }: GetSummaryRequest): Promise<GetSummaryResponse> => {
    const reader = await readerOf(deps, ctx, companyId);
    return summaryToProto(await deps.db.tenant(databaseScope(reader), (tx) => summarise(tx, reader)));
  };
}
