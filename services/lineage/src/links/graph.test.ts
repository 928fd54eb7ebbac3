import { describe, expect, it } from 'vitest';
import { graphOf, likelyLinks } from './graph.ts';
import type { EdgeKind } from './kinds-store.ts';
import type { GraphEdge } from './strongest-store.ts';

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
  const people = individuals.map(({ individualId }) => Number(individualId));
  return { people, companies: companyIds.map(Number), links: links.map(({ id }) => Number(id)), isFull };
};

it('draws the strongest links as far as their nodes find room, companies counted', () => {
  expect(drawn(8)).toEqual({
    people: [10, 11, 12, 20, 21],
    companies: [1, 2],
    links: [1, 2, 3, 4],
    isFull: false,
  });
  // The fourth would need no node more; it is weaker than the one that ended it.
  expect(drawn(6)).toEqual({ people: [10, 11, 12], companies: [1], links: [1, 2], isFull: true });
  expect(drawn(3)).toMatchObject({ people: [10, 11], companies: [1], links: [1] });
  expect(drawn(2)).toEqual({ people: [], companies: [], links: [], isFull: true });
});

it('shows of a side that the reader may not read its company alone', () => {
  expect(drawn(8, [1])).toMatchObject({ people: [10, 11, 12, 20], companies: [1, 2], links: [1, 2, 3, 4] });
});

describe('the links that are likely to fill a graph', () => {
  const kind = (ten: number, edges: number, hiCompanyId = 1): EdgeKind => ({
    companyId: 1,
    loCompanyId: 1,
    hiCompanyId,
    agreementId: hiCompanyId === 1 ? 0 : 1,
    relationshipType: hiCompanyId === 1 ? 'duplicate_detection' : 'same_individual',
    verificationStatus: 'verified',
    ten,
    edges,
    confidenceSum: 0,
  });
  const likely = (kinds: readonly EdgeKind[], maxNodes: number, companies = [1, 2]) =>
    likelyLinks(kinds, { readable: new Set(companies) }, maxNodes);

  it('bring two nodes where both sides may be read, and a tenth more of them is drawn', () => {
    expect(likely([kind(9, 9_000), kind(9, 9_000, 2)], 1_000)).toBe(550);
  });

  it('bring one where the other side is a company, and no more of them is drawn than there are nodes', () => {
    expect(likely([kind(9, 9_000, 2)], 1_000, [1])).toBe(1_000);
    expect(likely([kind(9, 4_000), kind(9, 4_000, 2)], 1_000, [1])).toBe(734);
  });

  it('are the strongest: weaker ones count as far as those leave room', () => {
    expect(likely([kind(9, 200, 2), kind(7, 9_000)], 1_000, [1])).toBe(660);
    expect(likely([kind(9, 200), kind(2, 100)], 1_000)).toBe(330);
    expect(likely([], 1_000)).toBe(0);
  });
});
