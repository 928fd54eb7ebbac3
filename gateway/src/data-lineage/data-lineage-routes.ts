import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Handlers } from '../edge/handler.ts';
import { fromOptionalId, oneDecimal, toIds } from '../wire/values.ts';
import { sides, toEntry, toGraph } from './data-lineage-mapper.ts';
import { type ReviewDeps, reviewHandlers } from './review-routes.ts';

const defaultNodes = 500;

export function dataLineageHandlers(deps: ReviewDeps): Handlers<KeysOf<'data-lineage'>> {
  const { links, names } = deps;
  return {
    'GET /data-lineage': async ({ ctx, query }) => {
      const graph = await links.getGraph(ctx, {
        companyId: fromOptionalId(query.companyId),
        maxNodes: query.nodes ?? defaultNodes,
      });
      return { body: toGraph(graph, await names(toIds(graph.companyIds))) };
    },
    'GET /data-lineage/summary': async ({ ctx, query }) => {
      const summary = await links.getSummary(ctx, { companyId: fromOptionalId(query.companyId) });
      return {
        body: {
          totalRelationships: Number(summary.totalRelationships),
          avgConfidence: Math.round(summary.averageConfidence),
          uniqueIndividuals: Number(summary.uniqueIndividuals),
          verifiedLinks: Number(summary.verifiedLinks),
          medianConfidence: oneDecimal(summary.medianConfidence),
          withinCompany: Number(summary.withinCompany),
          crossCompany: Number(summary.crossCompany),
          pending: Number(summary.pending),
          pendingOverADay: Number(summary.pendingOverADay),
        },
      };
    },
    'GET /data-lineage/entries': async ({ ctx, query, position }) => {
      const answer = await links.listEntries(ctx, {
        companyId: fromOptionalId(query.companyId),
        relationshipType: query.type ?? '',
        verificationStatus: query.status ?? '',
        confidence: query.confidence ?? '',
        search: query.search ?? '',
        cursor: position ?? '',
        limit: query.limit ?? defaultLimit,
        individualId: fromOptionalId(query.individualId),
      });
      const named = await names(sides(answer.entries));
      return {
        body: answer.entries.map((entry) => toEntry(entry, named)),
        next: answer.nextCursor === '' ? undefined : answer.nextCursor,
      };
    },
    ...reviewHandlers(deps),
  };
}
