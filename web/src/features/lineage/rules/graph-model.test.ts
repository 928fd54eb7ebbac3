import { describe, expect, it } from 'vitest';
import { companySeries } from '../../../company/use-company-series.ts';
import { graphModel, graphOfEntries } from '../../../lineage-graph/graph-model.ts';
import { hubLayout } from '../../../lineage-graph/hub-layout.ts';
import { sampleRelationship } from '../testing/sample-relationship.ts';
import { entriesQuery, idOf, isFiltered, nodeCount, selectedEntry } from './entries-query.ts';

const entries = [
  sampleRelationship(1),
  sampleRelationship(2, { relatedIndividualId: null, relatedPseudonym: 'P000001', confidenceScore: 95 }),
  sampleRelationship(3, {
    targetCompanyId: 1,
    targetCompanyName: 'Asha Bank',
    relatedIndividualId: 5,
    confidenceScore: 60,
    verificationStatus: 'rejected',
  }),
];

const seriesOf = companySeries([1, 2]);

describe('graph', () => {
  const model = graphModel(graphOfEntries(entries), seriesOf);
  it('has each company and person once, people in the colour of their company', () => {
    expect(model.nodes.map(({ id, series }) => [id, series])).toEqual([
      ['company:1', 0],
      ['individual:48213', 0],
      ['company:2', 1],
      ['individual:47790', 1],
      ['individual:5', 0],
    ]);
  });
  it('draws confidence bands, dashes for pending pairs, and a hidden side as a line to its company', () => {
    const drawn = model.edges.filter((edge) => edge.entryId !== null);
    expect(
      drawn.map(({ id, source, target, kind, isPending }) => [id, source, target, kind, isPending]),
    ).toEqual([
      ['entry:1', 'individual:48213', 'individual:47790', 'medium', true],
      ['entry:2', 'individual:48213', 'company:2', 'high', true],
      ['entry:3', 'individual:48213', 'individual:5', 'low', false],
    ]);
    expect(model.edges.filter((edge) => edge.kind === 'membership')).toHaveLength(3);
  });
  it('has a distinct position for every node, also without partners', () => {
    const lonely = { id: 'individual:9', label: 'IND_9', kind: 'individual' as const, series: 0 };
    const membership = { source: 'company:1', target: lonely.id, kind: 'membership' as const };
    const places = hubLayout({
      nodes: [...model.nodes, lonely],
      edges: [...model.edges, { ...membership, id: 'm', isPending: false, entryId: null }],
    });
    expect(places.size).toBe(6);
    const texts = [...places.values()].map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
    expect(new Set(texts).size).toBe(6);
    expect(texts.join()).not.toMatch(/NaN|Infinity/);
  });
  it('separates five thousand people', () => {
    const many = Array.from({ length: 2500 }, (_, at) =>
      sampleRelationship(at + 1, { individualId: 10 + at, relatedIndividualId: 10_000 + at }),
    );
    const places = [...hubLayout(graphModel(graphOfEntries(many), seriesOf)).values()];
    expect(new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBeGreaterThan(4990);
  });
});

describe('address', () => {
  const get = (search: string) => {
    const params = new URLSearchParams(search);
    return (key: string) => params.get(key) ?? '';
  };
  it('becomes the query of the list, without invalid parts', () => {
    expect(
      entriesQuery(
        get('type=cross_reference&confidence=high&status=pending&search=%2048&individual=IND_7'),
        1,
      ),
    ).toEqual({
      companyId: 1,
      type: 'cross_reference',
      confidence: 'high',
      status: 'pending',
      search: '48',
      individualId: 7,
    });
    const nothing = entriesQuery(get('type=x&confidence=100&status=%27&individual=0'), 1);
    expect(isFiltered(nothing)).toBe(false);
    expect(isFiltered(entriesQuery(get('individual=7'), 1))).toBe(true);
  });
  it('contains the selected relationship in both spellings, and the size of the graph', () => {
    expect(selectedEntry(get('entry=4&selected=9'))).toBe(4);
    expect(selectedEntry(get('selected=9'))).toBe(9);
    expect(selectedEntry(get('entry=x'))).toBeUndefined();
    expect(nodeCount(get('nodes=5000'))).toBe(5000);
    expect(nodeCount(get('nodes=7'))).toBe(120);
    expect([idOf('IND_5'), idOf('5'), idOf('5a'), idOf('-5')]).toEqual([5, 5, undefined, undefined]);
  });
});
