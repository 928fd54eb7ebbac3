import {
  decisions,
  type LineageAnalysis,
  type LineageEntry,
  type LineageGraph,
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
    confidenceScore: oneDecimal(entry.confidenceScore),
    matchingFields: { fields: [...entry.matchingFields] },
    verificationStatus: oneOf(verificationStatuses, entry.verificationStatus),
    decision: entry.decision === '' ? null : oneOf(decisions, entry.decision),
    createdAt: toIso(entry.createdAt),
  };
}

/** Companies of both sides, to be named at once. */
export const sides = (entries: readonly Entry[]) =>
  toIds(entries.flatMap(({ sourceCompanyId, targetCompanyId }) => [sourceCompanyId, targetCompanyId]));

export function toSummary(summary: GetSummaryResponse) {
  return {
    totalRelationships: Number(summary.totalRelationships),
    avgConfidence: Math.round(summary.averageConfidence),
    uniqueIndividuals: Number(summary.uniqueIndividuals),
    verifiedLinks: Number(summary.verifiedLinks),
    medianConfidence: oneDecimal(summary.medianConfidence),
    withinCompany: Number(summary.withinCompany),
    crossCompany: Number(summary.crossCompany),
    pending: Number(summary.pending),
    pendingOverADay: Number(summary.pendingOverADay),
  };
}

const companyNode = (id: bigint) => `company:${id}`;
const individualNode = (id: bigint) => `individual:${id}`;

/** Companies and individuals as nodes; membership and lineage entries as links. */
export function toGraph(graph: GetGraphResponse, names: Names): LineageGraph {
  const companies = graph.companyIds.map((id) => ({
    id: companyNode(id),
    name: nameOf(names, toId(id)),
    type: 'company' as const,
    tier: names.get(toId(id))?.tier ?? null,
  }));
  // Two companies may hold records of one id; that is one node with two memberships.
  const ids = new Set(graph.individuals.map(({ individualId }) => individualId));
  const individuals = [...ids].map((id) => ({
    id: individualNode(id),
    name: `IND_${id}`,
    type: 'individual' as const,
    tier: null,
  }));
  const membership = graph.individuals.map(({ companyId, individualId }) => ({
    source: companyNode(companyId),
    target: individualNode(individualId),
    entryId: null,
    confidence: 100,
    relationshipType: null,
    verificationStatus: null,
  }));
  const nodes = [...companies, ...individuals];
  const known = new Set(nodes.map(({ id }) => id));
  const links = [...membership, ...graph.links.map(toLink)];
  return { nodes, links: links.filter(({ source, target }) => known.has(source) && known.has(target)) };
}

/** An entry whose other side the caller may not read points at the other company. */
function toLink(link: GraphLink): LineageGraph['links'][number] {
  return {
    source: individualNode(link.individualId),
    target:
      link.relatedIndividualId === undefined
        ? companyNode(link.targetCompanyId)
        : individualNode(link.relatedIndividualId),
    entryId: toId(link.id),
    confidence: oneDecimal(link.confidenceScore),
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
      avgConfidence: oneDecimal(pair.averageConfidence),
    })),
    confidenceHistogram: analysis.byConfidence.map((count, tenth) => ({
      from: 10 * tenth,
      to: 10 * tenth + 10,
      links: Number(count),
    })),
    oldestUndecided: analysis.oldestUndecided.map((entry) => toEntry(entry, names)),
    hotValues: analysis.hotValues.map(({ companyIds, sharedValues, crowdedKeys }) => ({
      companies: toIds(companyIds).map((id) => ({ id, name: nameOf(names, id) })),
      sharedValues: Number(sharedValues),
      crowdedKeys: Number(crowdedKeys),
    })),
  };
}
