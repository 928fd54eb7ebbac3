import type { GraphEdge } from './graph.ts';
import type { GraphShare } from './graph-shares.ts';

/** Edges of one share, the strongest first. */
export interface SharedEdges extends Pick<GraphShare, 'isFirst'> {
  readonly edges: readonly GraphEdge[];
}

/**
 * The first edge of every share, then the second of every share, and so on, the strongest of each turn first. Before
 * all others come the edges without which a company may have none: a graph ends where it has no room.
 */
export function inTurn(shares: readonly SharedEdges[]): GraphEdge[] {
  const longest = Math.max(0, ...shares.map(({ edges }) => edges.length));
  const turn = (some: readonly SharedEdges[], rank: number) =>
    some.flatMap(({ edges }) => edges[rank] ?? []).sort(strongestFirst);
  const [first, others] = [shares.filter(({ isFirst }) => isFirst), shares.filter(({ isFirst }) => !isFirst)];
  return [
    ...turn(first, 0),
    ...turn(others, 0),
    ...Array.from({ length: Math.max(0, longest - 1) }, (_, at) => turn(shares, at + 1)).flat(),
  ];
}

const strongestFirst = (a: GraphEdge, b: GraphEdge) => b.confidenceScore - a.confidenceScore || b.id - a.id;
