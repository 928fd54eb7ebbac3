import { expect, it } from 'vitest';
import type { GraphEdge } from './graph.ts';
import { graphOf } from './graph.ts';

const edge = (id: number, lo: readonly [number, number], hi: readonly [number, number]): GraphEdge => ({
  id,
  lo: { companyId: lo[0], individualId: lo[1] },
  hi: { companyId: hi[0], individualId: hi[1] },
  relationshipType: 'duplicate_detection',
  verificationStatus: 'pending',
  confidenceScore: 100 - id,
  isGraded: false,
});
const EDGES = [
  edge(1, [1, 10], [1, 11]),
  edge(2, [1, 11], [1, 12]),
  edge(3, [1, 20], [2, 21]),
  edge(4, [1, 10], [1, 12]),
];
const drawn = (maxNodes: number, companies = [1, 2]) => {
  const reader = { readable: new Set(companies) };
  const { individuals, companyIds, links, isFull } = graphOf(EDGES, reader, maxNodes);
  const people = individuals.map(({ individualId }) => individualId);
  return { people, companies: companyIds, links: links.map(({ id }) => id), isFull };
};

it('draws links in order while their nodes fit, including companies', () => {
  expect(drawn(8)).toEqual({
    people: [10, 11, 12, 20, 21],
    companies: [1, 2],
    links: [1, 2, 3, 4],
    isFull: false,
  });
  // The fourth link needs no new node, but follows the one that filled the graph.
  expect(drawn(6)).toEqual({ people: [10, 11, 12], companies: [1], links: [1, 2], isFull: true });
  expect(drawn(3)).toMatchObject({ people: [10, 11], companies: [1], links: [1] });
  expect(drawn(2)).toEqual({ people: [], companies: [], links: [], isFull: true });
});

it('shows only the company of a side that the reader may not read', () => {
  expect(drawn(8, [1])).toMatchObject({ people: [10, 11, 12, 20], companies: [1, 2], links: [1, 2, 3, 4] });
});

it('shows the given companies before people, while they fit', () => {
  const reader = { readable: new Set([1, 2, 3]) };
  const { individuals, companyIds, isFull } = graphOf(EDGES, reader, 5, [1, 2, 3]);
  expect(companyIds).toEqual([1, 2, 3]);
  expect(individuals.map(({ individualId }) => individualId)).toEqual([10, 11]);
  expect(isFull).toBe(true);
  expect(graphOf(EDGES, reader, 2, [1, 2, 3])).toMatchObject({ companyIds: [1, 2], individuals: [] });
});
