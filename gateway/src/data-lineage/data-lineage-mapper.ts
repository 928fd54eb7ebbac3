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
import { oneDecimal, oneOf, toId, toIds, toIso, toOptionalId } from '../wire/values.ts';

type Names = ReadonlyMap<number, CompanyName>;

export function toEntry(entry: Entry, names: Names): LineageEntry {
  const sourceCompanyId = toId(entry.sourceCompanyId);
  const targetCompanyId = toId(entry.targetCompanyId);
  return {
    id: toId(entry.id),
    sourceCompanyId,
    targetCompanyId,
    sourceCompanyName: nameOf(names, sourceCompanyId),
    targetCompanyName: nameOf(names, targetCompanyId),
    individualId: toId(entry.individualId),
    relatedIndividualId: toOptionalId(entry.relatedIndividualId),
    relatedPseudonym: entry.relatedPseudonym === '' ? null : entry.relatedPseudonym,
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
  toIds(entries.flatMap(({ sourceCompanyId, targetCompanyId }) => [sourceCompanyId, targetCompanyId]));

export function toSummary(summary: GetSummaryResponse) {
  const isUnknown = summary.totalRelationships > 0n && summary.scored === 0n;
  return {
    totalRelationships: Number(summary.totalRelationships),
    scoredRelationships: Number(summary.scored),
    avgConfidence: isUnknown ? null : Math.round(summary.averageConfidence),
    uniqueIndividuals: Number(summary.uniqueIndividuals),
    verifiedLinks: Number(summary.verifiedLinks),
    medianConfidence: isUnknown ? null : oneDecimal(summary.medianConfidence),
    withinCompany: Number(summary.withinCompany),
    crossCompany: Number(summary.crossCompany),
    pending: Number(summary.pending),
    pendingOverADay: Number(summary.pendingOverADay),
  };
}

/** Caches each id's node name: creating one per link is the main cost of a large graph. */
const nodeNames = (type: 'company' | 'individual', ids: Iterable<bigint>) =>
  new Map(Array.from(ids, (id) => [toId(id), `${type}:${id}`]));

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
    const source = companies.get(toId(companyId));
    const target = individuals.get(toId(individualId));
    if (source !== undefined && target !== undefined) links.push(membership(source, target));
  }
  for (const link of graph.links) {
    const source = individuals.get(toId(link.individualId));
    // Without permission for the other side, the link points to the other company.
    const target =
      link.relatedIndividualId === undefined
        ? companies.get(toId(link.targetCompanyId))
        : individuals.get(toId(link.relatedIndividualId));
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
    entryId: toId(link.id),
    confidence,
    grade,
    relationshipType: oneOf(relationshipTypes, link.relationshipType),
    verificationStatus: oneOf(verificationStatuses, link.verificationStatus),
  };
}

export function toAnalysis(analysis: GetAnalysisResponse, names: Names): LineageAnalysis {
  return {
    companyPairs: analysis.companyPairs.map((pair) => ({
      sourceCompanyId: toId(pair.sourceCompanyId),
      targetCompanyId: toId(pair.targetCompanyId),
      sourceCompanyName: nameOf(names, toId(pair.sourceCompanyId)),
      targetCompanyName: nameOf(names, toId(pair.targetCompanyId)),
      links: Number(pair.links),
      verified: Number(pair.verified),
      pending: Number(pair.pending),
      rejected: Number(pair.rejected),
      scored: Number(pair.scored),
      avgConfidence: pair.scored === 0n ? null : oneDecimal(pair.averageConfidence),
    })),
    confidenceHistogram: analysis.byConfidence.map((count, tenth) => ({
      from: 10 * tenth,
      to: 10 * tenth + 10,
      links: Number(count),
    })),
    graded: { strong: Number(analysis.strong), possible: Number(analysis.possible) },
    oldestUndecided: analysis.oldestUndecided.map((entry) => toEntry(entry, names)),
    hotValues: analysis.hotValues.map(({ companyIds, sharedValues, crowdedKeys }) => ({
      companies: toIds(companyIds).map((id) => ({ id, name: nameOf(names, id) })),
      sharedValues: Number(sharedValues),
      crowdedKeys: Number(crowdedKeys),
    })),
  };
}
