import type { GetGraphResponse, GraphLink, Individual } from '@pii-vault/proto/lineage/v1/graph';
import type { Edge } from './edge.ts';
import { type Sides, sidesFor } from './entry.ts';
import { gradeOf } from './grade.ts';
import type { Reader } from './reader.ts';

/** Fields of an edge in a graph. */
export interface GraphEdge extends Pick<Edge, 'id' | 'lo' | 'hi' | 'confidenceScore'> {
  readonly relationshipType: string;
  readonly verificationStatus: string;
  /** It has a grade instead of a score (grade.ts). */
  readonly isGraded: boolean;
}

export interface Graph extends GetGraphResponse {
  /** The nodes of the next link do not fit. */
  readonly isFull: boolean;
}

/**
 * The individuals and companies of links, in the order of the links, up to `maxNodes` in all: ends at the first link
 * whose nodes do not fit.
 * @param companies shown even when no link to them fits
 */
export function graphOf(
  edges: readonly GraphEdge[],
  reader: Pick<Reader, 'readable'>,
  maxNodes: number,
  companies: readonly number[] = [],
): Graph {
  const nodes = nodesUpTo(maxNodes, companies);
  const links: GraphLink[] = [];
  for (const edge of edges) {
    const sides = sidesFor(edge, reader);
    if (!nodes.add(sides)) break;
    const { source, targetCompanyId, relatedIndividualId } = sides;
    links.push({
      id: edge.id,
      individualId: source.individualId,
      targetCompanyId,
      relatedIndividualId: relatedIndividualId ?? undefined,
      relationshipType: edge.relationshipType,
      verificationStatus: edge.verificationStatus,
      ...(edge.isGraded
        ? { confidenceScore: undefined, grade: gradeOf(edge) }
        : { confidenceScore: edge.confidenceScore, grade: undefined }),
    });
  }
  const { individuals, companyIds } = nodes;
  return { individuals, companyIds, links, isFull: links.length < edges.length };
}

/** Nodes of a graph in the order in which links add them, after those of `companies`. */
function nodesUpTo(maxNodes: number, companies: readonly number[]) {
  const people = new Map<number, Set<number>>();
  const companyIds: number[] = [];
  const individuals: Individual[] = [];
  const isNew = (companyId: number, individualId: number) =>
    people.get(companyId)?.has(individualId) !== true;
  const company = (companyId: number) => {
    const known = people.get(companyId);
    if (known !== undefined) return known;
    const own = new Set<number>();
    people.set(companyId, own);
    companyIds.push(companyId);
    return own;
  };
  const individual = (companyId: number, individualId: number) => {
    const own = company(companyId);
    if (own.has(individualId)) return;
    own.add(individualId);
    individuals.push({ companyId, individualId });
  };
  companies.slice(0, maxNodes).forEach(company);
  return {
    companyIds,
    individuals,
    /** Adds the nodes of a link, unless they do not fit. */
    add({ source, targetCompanyId, relatedIndividualId }: Sides): boolean {
      const added =
        Number(!people.has(source.companyId)) +
        Number(targetCompanyId !== source.companyId && !people.has(targetCompanyId)) +
        Number(isNew(source.companyId, source.individualId)) +
        Number(relatedIndividualId !== null && isNew(targetCompanyId, relatedIndividualId));
      if (companyIds.length + individuals.length + added > maxNodes) return false;
      individual(source.companyId, source.individualId);
      if (relatedIndividualId === null) company(targetCompanyId);
      else individual(targetCompanyId, relatedIndividualId);
      return true;
    },
  };
}
