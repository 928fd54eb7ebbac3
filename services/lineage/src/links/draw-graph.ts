import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetGraphRequest, GetGraphResponse } from '@pii-vault/proto/lineage/v1/graph';
import { graphOf, likelyLinks } from './graph.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { databaseScope, singleEdges } from './reader.ts';
import { standingKinds, strongestEdges } from './strongest-store.ts';

const DEFAULT_NODES = 500;
const MAX_NODES = 5_000;

/** The strongest links and the people they link, up to a number of nodes. */
export function drawGraph(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId, maxNodes }: GetGraphRequest): Promise<GetGraphResponse> => {
    const reader = singleEdges(await readerOf(deps, ctx, companyId));
    const nodes = Math.min(maxNodes || DEFAULT_NODES, MAX_NODES);
    return await deps.db.tenant(databaseScope(reader), async (tx) => {
      const kinds = await standingKinds(tx, reader);
      const draw = async (limit: number) => {
        const edges = await strongestEdges(tx, reader, kinds, limit);
        const { isFull, ...graph } = graphOf(edges, reader, nodes);
        return { graph, isWhole: isFull || edges.length < limit };
      };
      const { graph, isWhole } = await draw(likelyLinks(kinds, reader, nodes));
      // Links that share individuals bring fewer nodes.
      return isWhole ? graph : (await draw(nodes)).graph;
    });
  };
}
