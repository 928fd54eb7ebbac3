import {
  explanationSchema,
  type LineageGraph,
  lineageAnalysisSchema,
  lineageEntrySchema,
  pairGrades,
  relationshipTypes,
  verificationStatuses,
} from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { GetGraphResponse, GraphLink } from '@pii-vault/proto/lineage/v1/graph';
import type { Entry, ExplainEntryResponse, GetAnalysisResponse } from '@pii-vault/proto/lineage/v1/links';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { jsonOf } from '../passed/json-of.ts';
import { oneOf, present } from '../wire/values.ts';

type Names = ReadonlyMap<number, CompanyName>;

const entryJson = jsonOf(lineageEntrySchema);
const explanationJson = jsonOf(explanationSchema);
const analysisJson = jsonOf(lineageAnalysisSchema);

export const toEntry = (entry: Entry, names: Names) => entryJson(withNames(entry, names));

/** @param reviewers names of users, by id */
export function toExplanation(
  answer: ExplainEntryResponse,
  names: Names,
  reviewers: ReadonlyMap<number, string>,
) {
  const entry = present(answer.entry);
  return explanationJson({
    ...answer,
    entry: withNames(entry, names),
    version: entry.rowVersion,
    decisions: answer.decisions.map((one) => ({ ...one, decidedBy: reviewers.get(one.decidedBy) })),
  });
}

export function toAnalysis(analysis: GetAnalysisResponse, names: Names) {
  return analysisJson({
    ...analysis,
    companyPairs: analysis.companyPairs.map((pair) => withSides(pair, names)),
    oldestUndecided: analysis.oldestUndecided.map((entry) => withNames(entry, names)),
    hotValues: analysis.hotValues.map(({ companyIds, ...counts }) => ({
      ...counts,
      companies: companyIds.map((id) => ({ id, name: nameOf(names, id) })),
    })),
  });
}

const withNames = (entry: Entry, names: Names) => ({
  ...withSides(entry, names),
  matchingFields: { fields: entry.matchingFields },
});

const withSides = <T extends Sides>(pair: T, names: Names) => ({
  ...pair,
  sourceCompanyName: nameOf(names, pair.sourceCompanyId),
  targetCompanyName: nameOf(names, pair.targetCompanyId),
});

interface Sides {
  readonly sourceCompanyId: number;
  readonly targetCompanyId: number;
}

/** Companies of both sides, to request all names at once. */
export const sides = (entries: readonly Sides[]) =>
  entries.flatMap(({ sourceCompanyId, targetCompanyId }) => [sourceCompanyId, targetCompanyId]);

/** Caches each id's node name: creating one per link is the main cost of a large graph. */
const nodeNames = (type: 'company' | 'individual', ids: Iterable<number>) =>
  new Map(Array.from(ids, (id) => [id, `${type}:${id}`]));

/**
 * Companies and individuals as nodes; memberships and lineage entries as links. Written by hand: a graph has thousands
 * of links.
 */
export function toGraph(graph: GetGraphResponse, names: Names): LineageGraph {
  const companies = nodeNames('company', graph.companyIds);
  // Records of two companies may have the same id: one node with two memberships.
  const individuals = nodeNames(
    'individual',
    graph.individuals.values().map(({ individualId }) => individualId),
  );
  const nodes: LineageGraph['nodes'] = [];
  for (const [id, node] of companies)
    nodes.push({ id: node, name: nameOf(names, id), type: 'company', tier: names.get(id)?.tier ?? null });
  for (const [id, node] of individuals)
    nodes.push({ id: node, name: `IND_${id}`, type: 'individual', tier: null });
  const links: LineageGraph['links'] = [];
  for (const { companyId, individualId } of graph.individuals) {
    const source = companies.get(companyId);
    const target = individuals.get(individualId);
    if (source !== undefined && target !== undefined) links.push(membership(source, target));
  }
  for (const link of graph.links) {
    const source = individuals.get(link.individualId);
    // Without permission for the other side, the link points to the other company.
    const target =
      link.relatedIndividualId === undefined
        ? companies.get(link.targetCompanyId)
        : individuals.get(link.relatedIndividualId);
    if (source !== undefined && target !== undefined) links.push(relationship(source, target, link));
  }
  return { nodes, links };
}

type DrawnLink = LineageGraph['links'][number];

const membership = (source: string, target: string): DrawnLink => ({
  source,
  target,
  entryId: null,
  confidence: 100,
  grade: null,
  relationshipType: null,
  verificationStatus: null,
});

function relationship(source: string, target: string, link: GraphLink): DrawnLink {
  return {
    source,
    target,
    entryId: link.id,
    confidence: link.confidenceScore ?? null,
    grade: link.grade === undefined ? null : oneOf(pairGrades, link.grade),
    relationshipType: oneOf(relationshipTypes, link.relationshipType),
    verificationStatus: oneOf(verificationStatuses, link.verificationStatus),
  };
}
