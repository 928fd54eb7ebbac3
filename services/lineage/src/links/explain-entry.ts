import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { ExplainEntryRequest, ExplainEntryResponse } from '@pii-vault/proto/lineage/v1/links';
import { entryFor } from './entry.ts';
import { explain } from './explain.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { entryToProto } from './links-proto.ts';
import { findEdge } from './list-store.ts';
import { databaseScope } from './reader.ts';

/** Why two records were joined. Both companies' trails say who asked. */
export function explainEntry(deps: LinksDeps) {
  return async (ctx: Ctx, { id }: ExplainEntryRequest): Promise<ExplainEntryResponse> => {
    const reader = await readerOf(deps, ctx);
    return deps.db.tenant(databaseScope(reader), async (tx) => {
      const edge = await findEdge(tx, reader, Number(id));
      if (edge === undefined) throw notFound();
      const viewers = new Set([edge.lo.companyId, edge.hi.companyId]);
      const facts = { action: 'link_view', objectIds: { linkId: String(edge.id) } } as const;
      await tx.publishAll(
        [...viewers].map((companyId) => auditMessage('lineage', ctx, { ...facts, companyId })),
      );
      return {
        entry: entryToProto(entryFor(edge, reader)),
        comparisons: explain(edge.comparisons),
        probability: edge.probability,
        modelVersion: edge.modelVersion,
      };
    });
  };
}
