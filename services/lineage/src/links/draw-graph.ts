import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetGraphRequest, GetGraphResponse } from '@pii-vault/proto/lineage/v1/graph';
import { graphOf } from './graph.ts';
import { type GraphShare, graphShares } from './graph-shares.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { databaseScope, singleEdges } from './reader.ts';
import { standingKinds, strongestEdges } from './strongest-store.ts';

const DEFAULT_NODES = 500;
const MAX_NODES = 5_000;

/** The strongest links of each pair of companies and the people they link, up to a number of nodes. */
export function drawGraph(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId, maxNodes }: GetGraphRequest): Promise<GetGraphResponse> => {
    const reader = singleEdges(await readerOf(deps, ctx, companyId));
    const nodes = Math.min(maxNodes || DEFAULT_NODES, MAX_NODES);
    return await deps.db.tenant(databaseScope(reader), async (tx) => {
      const kinds = await standingKinds(tx, reader);
      const draw = async (shares: readonly GraphShare[]) => {
        const { isFull, ...graph } = graphOf(await strongestEdges(tx, reader, shares), reader, nodes);
        return { graph, isWhole: isFull || shares.every(({ edges, limit }) => limit === edges) };
      };
      const { graph, isWhole } = await draw(graphShares(kinds, reader, nodes));
      // Links that share individuals bring fewer nodes.
      return isWhole ? graph : (await draw(graphShares(kinds, reader, 2 * nodes, 1))).graph;
    });
  };
}
