import type { GetGraphResponse } from '@pii-vault/proto/lineage/v1/graph';
import type { RecordRef } from './edge.ts';
import type { Entry } from './entry.ts';
import { graphLinkToProto } from './links-proto.ts';
import type { GraphEdge } from './strongest-store.ts';

/** The individuals and companies that edges name, up to `maxNodes` in all; edges that find no room are left out. */
export function graphOf(entries: readonly Entry<GraphEdge>[], maxNodes: number): GetGraphResponse {
  const individuals = new Map<string, RecordRef>();
  const companies = new Set<number>();
  const links: Entry<GraphEdge>[] = [];
  for (const entry of entries) {
    const sides = sidesOf(entry);
    const added = sides.filter((side) => !individuals.has(keyOf(side)));
    const newCompanies = [entry.source.companyId, entry.targetCompanyId].filter((id) => !companies.has(id));
    if (individuals.size + companies.size + added.length + newCompanies.length > maxNodes) continue;
    for (const side of added) individuals.set(keyOf(side), side);
    for (const id of newCompanies) companies.add(id);
    links.push(entry);
  }
  return {
    individuals: [...individuals.values()].map(({ companyId, individualId }) => ({
      companyId: BigInt(companyId),
      individualId: BigInt(individualId),
    })),
    companyIds: [...companies].map(BigInt),
    links: links.map(graphLinkToProto),
  };
}

function sidesOf({ source, targetCompanyId, relatedIndividualId }: Entry<GraphEdge>): RecordRef[] {
  if (relatedIndividualId === null) return [source];
  return [source, { companyId: targetCompanyId, individualId: relatedIndividualId }];
}

function keyOf({ companyId, individualId }: RecordRef): string {
  return `${companyId}:${individualId}`;
}
