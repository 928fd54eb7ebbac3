import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Entry } from '@pii-vault/proto/lineage/v1/links';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { fromId, fromOptionalId, oneDecimal, present, toIds } from '../wire/values.ts';
import { toEntry, toGraph } from './data-lineage-mapper.ts';

type Deps = Pick<Clients, 'links'> & { names: CompanyNames };

const defaultNodes = 500;
const sides = (entries: readonly Entry[]) =>
  toIds(entries.flatMap(({ sourceCompanyId, targetCompanyId }) => [sourceCompanyId, targetCompanyId]));

export function dataLineageHandlers({ links, names }: Deps): Handlers<KeysOf<'data-lineage'>> {
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
    'GET /data-lineage/entries/{id}/explain': async ({ ctx, params }) => {
      const answer = await links.explainEntry(ctx, { id: fromId(params.id) });
      const entry = present(answer.entry);
      return {
        body: {
          entry: toEntry(entry, await names(sides([entry]))),
          comparisons: answer.comparisons.map((comparison) => ({ ...comparison })),
          probability: answer.probability,
          modelVersion: answer.modelVersion,
        },
      };
    },
  };
}
