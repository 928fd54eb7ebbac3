import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetGraphRequest, GetGraphResponse } from '@pii-vault/proto/lineage/v1/graph';
import { graphOf } from './graph.ts';
import { companiesOf, type GraphShare, graphShares } from './graph-shares.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { databaseScope, singleEdges } from './reader.ts';
import { standingKinds, strongestEdges } from './strongest-store.ts';

const DEFAULT_NODES = 500;
const MAX_NODES = 5_000;

/**
 * Every company with relationships, and the strongest links of each pair with their people, up to a number of nodes.
 */
export function drawGraph(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId, maxNodes }: GetGraphRequest): Promise<GetGraphResponse> => {
    const reader = singleEdges(await readerOf(deps, ctx, companyId));
    const nodes = Math.min(maxNodes || DEFAULT_NODES, MAX_NODES);
    return await deps.db.tenant(databaseScope(reader), async (tx) => {
      const kinds = await standingKinds(tx, reader);
      const companies = companiesOf(kinds);
      const people = Math.max(0, nodes - companies.length);
      const draw = async (shares: readonly GraphShare[]) => {
        const edges = await strongestEdges(tx, reader, shares);
        const { isFull, ...graph } = graphOf(edges, reader, nodes, companies);
        return { graph, isWhole: isFull || shares.every(({ edges, limit }) => limit === edges) };
      };
      const { graph, isWhole } = await draw(graphShares(kinds, reader, people));
      // Links that share individuals add fewer nodes.
      return isWhole ? graph : (await draw(graphShares(kinds, reader, 2 * people, 1))).graph;
    });
  };
}
