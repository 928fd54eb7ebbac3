import type { LineageEntry, listEntriesQuery } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { z } from 'zod';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { sides, toAnalysis, toEntry, toGraph } from './data-lineage-mapper.ts';
import { type ReviewDeps, reviewHandlers } from './review-routes.ts';

/** CSV columns of the list; several fields in a cell are separated by spaces. */
const entryColumns: Columns<LineageEntry> = {
  id: (entry) => entry.id,
  individualId: (entry) => entry.individualId,
  sourceCompanyId: (entry) => entry.sourceCompanyId,
  sourceCompany: (entry) => entry.sourceCompanyName,
  relatedIndividualId: (entry) => entry.relatedIndividualId,
  relatedPseudonym: (entry) => entry.relatedPseudonym,
  targetCompanyId: (entry) => entry.targetCompanyId,
  targetCompany: (entry) => entry.targetCompanyName,
  relationshipType: (entry) => entry.relationshipType,
  confidenceScore: (entry) => entry.confidenceScore,
  grade: (entry) => entry.grade,
  matchingFields: (entry) => entry.matchingFields.fields.join(' '),
  verificationStatus: (entry) => entry.verificationStatus,
  decision: (entry) => entry.decision,
  createdAt: (entry) => entry.createdAt,
};

type Deps = ReviewDeps & ExportDeps;

/** With names of companies. */
export function dataLineageHandlers(deps: Deps): Handlers<KeysOf<'data-lineage'>> {
  const { links, names } = deps;
  return {
    'GET /data-lineage': async ({ ctx, query }) => {
      const graph = await links.getGraph(ctx, {
        companyId: query.companyId,
        maxNodes: query.nodes,
      });
      return { body: toGraph(graph, await names(graph.companyIds)) };
    },
    'GET /data-lineage/entries': async ({ ctx, query, position }) => {
      const { limit } = query;
      const { rows, next } = await entriesPage(deps, ctx, query, { limit, position });
      return { body: rows, next };
    },
    'GET /data-lineage/entries/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'lineage-entries',
          format: query.format,
          permission: 'lineage:read',
          companyId: query.companyId,
          filters: { type: query.type, status: query.status, confidence: query.confidence },
          columns: entryColumns,
          page: (ctx, position) =>
            entriesPage(deps, ctx, query, { limit: exportPageRows, position, forExport: true }),
        },
      ),
    'GET /data-lineage/analysis': async ({ ctx, query }) => {
      const analysis = await links.getAnalysis(ctx, { companyId: query.companyId });
      const ids = [
        ...sides(analysis.companyPairs),
        ...analysis.hotValues.flatMap(({ companyIds }) => companyIds),
      ];
      const named = await names([...ids, ...sides(analysis.oldestUndecided)]);
      return { body: toAnalysis(analysis, named) };
    },
    ...reviewHandlers(deps),
  };
}

type EntryFilters = Pick<
  z.output<typeof listEntriesQuery>,
  'companyId' | 'type' | 'status' | 'confidence' | 'search' | 'individualId' | 'undecided' | 'agreeing'
>;

interface Place {
  readonly limit: number;
  readonly position: string | undefined;
  readonly forExport?: boolean;
}

async function entriesPage(
  { links, names }: Pick<ReviewDeps, 'links' | 'names'>,
  ctx: Ctx,
  filters: EntryFilters,
  { limit, position, forExport = false }: Place,
) {
  const answer = await links.listEntries(ctx, {
    companyId: filters.companyId,
    type: filters.type,
    status: filters.status,
    confidence: filters.confidence,
    search: filters.search,
    individualId: filters.individualId,
    undecided: filters.undecided,
    agreeing: filters.agreeing,
    cursor: position,
    limit,
    forExport,
  });
  const named = await names(sides(answer.entries));
  return {
    rows: answer.entries.map((entry) => toEntry(entry, named)),
    next: answer.nextCursor,
  };
}
