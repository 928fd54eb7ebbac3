import type { LineageEntry, LineageGraph } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { bandOf, bandOfGrade } from '@pii-vault/platform/values/bands';

export interface GraphNode {
  id: string;
  label: string;
  kind: 'company' | 'individual';
  /** Index of its company's colour (`companySeries`); individuals have the colour of their company. */
  series: number;
  /** Only for an individual. */
  individualId?: number;
}

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  /** `membership`: the line from a person to its company. */
  kind: 'membership' | 'high' | 'medium' | 'low';
  isPending: boolean;
  entryId: number | null;
}

export interface GraphModel {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

const individualIdOf = (nodeId: string): number => Number(nodeId.slice('individual:'.length));
const companyIdOf = (nodeId: string): number => Number(nodeId.slice('company:'.length));

/**
 * The drawn part of the server's graph: companies as hubs, people in the colour of their company.
 * @param seriesOf colour index of a company, by id
 */
export function graphModel(graph: LineageGraph, seriesOf: (companyId: number) => number): GraphModel {
  const hubOf = new Map(
    graph.links.filter((link) => link.relationshipType === null).map((link) => [link.target, link.source]),
  );
  return {
    nodes: graph.nodes.map(({ id, name, type }) => {
      const hub = type === 'company' ? id : hubOf.get(id);
      const series = hub === undefined ? 0 : seriesOf(companyIdOf(hub));
      return type === 'company'
        ? { id, label: name, kind: type, series }
        : { id, label: name, kind: type, series, individualId: individualIdOf(id) };
    }),
    edges: graph.links.map((link, at) => ({
      id: link.entryId === null ? `member:${at}` : `entry:${link.entryId}`,
      source: link.source,
      target: link.target,
      kind: kindOf(link),
      isPending: link.verificationStatus === 'pending',
      entryId: link.entryId,
    })),
  };
}

/** A pair across companies that is not verified by both has a grade and no confidence. */
function kindOf({ relationshipType, confidence, grade }: LineageGraph['links'][number]) {
  if (relationshipType === null) return 'membership';
  return grade === null ? bandOf(confidence ?? 0) : bandOfGrade(grade);
}

/** Builds the server's graph shape from relationships: no route returns a graph by person or filter. */
export function graphOfEntries(entries: readonly LineageEntry[]): LineageGraph {
  const nodes = new Map<string, LineageGraph['nodes'][number]>();
  const links = new Map<string, LineageGraph['links'][number]>();
  const company = (id: number, name: string) => {
    nodes.set(`company:${id}`, { id: `company:${id}`, name, type: 'company', tier: null });
    return `company:${id}`;
  };
  const person = (id: number, hub: string) => {
    const node = `individual:${id}`;
    nodes.set(node, { id: node, name: `IND_${id}`, type: 'individual', tier: null });
    const member = {
      entryId: null,
      confidence: 100,
      grade: null,
      relationshipType: null,
      verificationStatus: null,
    };
    links.set(`${hub} ${node}`, { source: hub, target: node, ...member });
    return node;
  };
  for (const entry of entries) {
    const source = person(entry.individualId, company(entry.sourceCompanyId, entry.sourceCompanyName));
    const hub = company(entry.targetCompanyId, entry.targetCompanyName);
    links.set(`entry ${entry.id}`, {
      source,
      target: entry.relatedIndividualId === null ? hub : person(entry.relatedIndividualId, hub),
      entryId: entry.id,
      confidence: entry.confidenceScore,
      grade: entry.grade,
      relationshipType: entry.relationshipType,
      verificationStatus: entry.verificationStatus,
    });
  }
  return { nodes: [...nodes.values()], links: [...links.values()] };
}
