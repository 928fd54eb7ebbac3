import { expect, it } from 'vitest';
import type { GraphEdge } from './graph.ts';
import { inTurn } from './strongest-store.ts';

const edges = (...scores: readonly number[]): GraphEdge[] =>
  scores.map((confidenceScore) => ({
    id: confidenceScore,
    lo: { companyId: 1, individualId: 1 },
    hi: { companyId: 2, individualId: 2 },
    relationshipType: 'same_individual',
    verificationStatus: 'pending',
    confidenceScore,
    isGraded: false,
  }));
const scores = (shares: Parameters<typeof inTurn>[0]) =>
  inTurn(shares).map(({ confidenceScore }) => confidenceScore);

it('takes shares in turn, the strongest of a turn first', () => {
  const shares = [
    { isFirst: true, edges: edges(80, 70, 60) },
    { isFirst: true, edges: edges(99, 65) },
    { isFirst: true, edges: [] },
  ];
  expect(scores(shares)).toEqual([99, 80, 70, 65, 60]);
  expect(scores([])).toEqual([]);
});

it('first takes a link for each company, even a weak one', () => {
  const shares = [
    { isFirst: false, edges: edges(99, 98) },
    { isFirst: true, edges: edges(51, 50) },
    { isFirst: true, edges: edges(90) },
  ];
  expect(scores(shares)).toEqual([90, 51, 99, 98, 50]);
});
