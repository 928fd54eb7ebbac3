import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { GetGraphRequest, GetGraphResponse } from '@pii-vault/proto/lineage/v1/graph';
import { entryFor } from './entry.ts';
import { graphOf } from './graph.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { databaseScope } from './reader.ts';
import { strongestEdges } from './strongest-store.ts';

const DEFAULT_NODES = 500;
const MAX_NODES = 5_000;

/** Most links join two individuals that no stronger one names: so many fill a graph of one node, and a few more. */
const LINKS_A_NODE = 0.55;

/** The strongest links and whom they join, up to a number of nodes. */
export function drawGraph(deps: LinksDeps) {
  return async (ctx: Ctx, { companyId, maxNodes }: GetGraphRequest): Promise<GetGraphResponse> => {
    const reader = await readerOf(deps, ctx, companyId);
    const nodes = Math.min(maxNodes || DEFAULT_NODES, MAX_NODES);
    const draw = async (limit: number) => {
      const edges = await deps.db.tenant(databaseScope(reader), (tx) => strongestEdges(tx, reader, limit));
      const { isFull, ...graph } = graphOf(
        edges.map((edge) => entryFor(edge, reader)),
        nodes,
      );
      return { graph, isWhole: isFull || edges.length < limit };
    };
    const { graph, isWhole } = await draw(Math.ceil(nodes * LINKS_A_NODE));
    return isWhole ? graph : (await draw(nodes)).graph;
  };
}
