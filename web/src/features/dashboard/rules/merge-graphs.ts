import type { LineageGraph } from '@pii-vault/contract/data-lineage/data-lineage-schema';

/** One graph of several: a node, a membership and a relationship that two of them have is there once. */
export function mergeGraphs(graphs: readonly LineageGraph[]): LineageGraph {
  const nodes = new Map(graphs.flatMap((graph) => graph.nodes).map((node) => [node.id, node]));
  const links = new Map(
    graphs
      .flatMap((graph) => graph.links)
      .map((link) => [link.entryId ?? `${link.source} ${link.target}`, link] as const),
  );
  return { nodes: [...nodes.values()], links: [...links.values()] };
}
