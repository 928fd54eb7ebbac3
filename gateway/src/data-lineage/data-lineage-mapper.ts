import {
  decisions,
  type LineageAnalysis,
  type LineageEntry,
  type LineageGraph,
  pairGrades,
  relationshipTypes,
  verificationStatuses,
} from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { GetGraphResponse, GraphLink } from '@pii-vault/proto/lineage/v1/graph';
import type { Entry, GetAnalysisResponse, GetSummaryResponse } from '@pii-vault/proto/lineage/v1/links';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { oneDecimal, oneOf, orNull, toIso } from '../wire/values.ts';

type Names = ReadonlyMap<number, CompanyName>;

export function toEntry(entry: Entry, names: Names): LineageEntry {
  const sourceCompanyId = entry.sourceCompanyId;
  const targetCompanyId = entry.targetCompanyId;
  return {
    id: entry.id,
    sourceCompanyId,
    targetCompanyId,
    sourceCompanyName: nameOf(names, sourceCompanyId),
    targetCompanyName: nameOf(names, targetCompanyId),
    individualId: entry.individualId,
    relatedIndividualId: entry.relatedIndividualId ?? null,
    relatedPseudonym: orNull(entry.relatedPseudonym),
    relationshipType: oneOf(relationshipTypes, entry.relationshipType),
    ...scoreOf(entry),
    matchingFields: { fields: [...entry.matchingFields] },
    verificationStatus: oneOf(verificationStatuses, entry.verificationStatus),
    decision: entry.decision === '' ? null : oneOf(decisions, entry.decision),
    createdAt: toIso(entry.createdAt),
  };
}

/** A pair across companies that is not verified by both has a grade and no score. */
function scoreOf({ confidenceScore, grade }: Pick<Entry, 'confidenceScore' | 'grade'>) {
  return grade === undefined
    ? { confidenceScore: oneDecimal(confidenceScore), grade: null }
    : { confidenceScore: null, grade: oneOf(pairGrades, grade) };
}

/** Companies of both sides, to request all names at once. */
export const sides = (entries: readonly Entry[]) =>
  entries.flatMap(({ sourceCompanyId, targetCompanyId }) => [sourceCompanyId, targetCompanyId]);

export function toSummary(summary: GetSummaryResponse) {
  const isUnknown = summary.totalRelationships > 0 && summary.scored === 0;
  return {
    totalRelationships: summary.totalRelationships,
    scoredRelationships: summary.scored,
    avgConfidence: isUnknown ? null : Math.round(summary.averageConfidence),
    uniqueIndividuals: summary.uniqueIndividuals,
    verifiedLinks: summary.verifiedLinks,
    medianConfidence: isUnknown ? null : oneDecimal(summary.medianConfidence),
    withinCompany: summary.withinCompany,
    crossCompany: summary.crossCompany,
    pending: summary.pending,
    pendingOverADay: summary.pendingOverADay,
  };
}

/** Caches each id's node name: creating one per link is the main cost of a large graph. */
const nodeNames = (type: 'company' | 'individual', ids: Iterable<number>) =>
  new Map(Array.from(ids, (id) => [id, `${type}:${id}`]));

/** Companies and individuals as nodes; memberships and lineage entries as links. */
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
  const { confidenceScore: confidence, grade } = scoreOf(link);
  return {
    source,
    target,
    entryId: link.id,
    confidence,
    grade,
    relationshipType: oneOf(relationshipTypes, link.relationshipType),
    verificationStatus: oneOf(verificationStatuses, link.verificationStatus),
  };
}

export function toAnalysis(analysis: GetAnalysisResponse, names: Names): LineageAnalysis {
  return {
    companyPairs: analysis.companyPairs.map((pair) => ({
      sourceCompanyId: pair.sourceCompanyId,
      targetCompanyId: pair.targetCompanyId,
      sourceCompanyName: nameOf(names, pair.sourceCompanyId),
      targetCompanyName: nameOf(names, pair.targetCompanyId),
      links: pair.links,
      verified: pair.verified,
      pending: pair.pending,
      rejected: pair.rejected,
      scored: pair.scored,
      avgConfidence: pair.scored === 0 ? null : oneDecimal(pair.averageConfidence),
    })),
    confidenceHistogram: analysis.byConfidence.map((count, tenth) => ({
      from: 10 * tenth,
      to: 10 * tenth + 10,
      links: count,
    })),
    graded: { strong: analysis.strong, possible: analysis.possible },
    oldestUndecided: analysis.oldestUndecided.map((entry) => toEntry(entry, names)),
    hotValues: analysis.hotValues.map(({ companyIds, sharedValues, crowdedKeys }) => ({
      companies: companyIds.map((id) => ({ id, name: nameOf(names, id) })),
      sharedValues,
      crowdedKeys,
    })),
  };
}
