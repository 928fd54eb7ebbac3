import type { GetGraphResponse } from '@pii-vault/proto/lineage/v1/graph';
import type { RecordRef } from './edge.ts';
import type { Entry } from './entry.ts';
import { graphLinkToProto } from './links-proto.ts';
import type { GraphEdge } from './strongest-store.ts';

export interface Graph extends GetGraphResponse {
  /** The nodes of the next link found no room. */
  readonly isFull: boolean;
}

/**
 * The individuals and companies that links name, the strongest first, up to `maxNodes` in all: it ends at the first link whose
 * nodes find no room.
 */
export function graphOf(entries: readonly Entry<GraphEdge>[], maxNodes: number): Graph {
  const individuals = new Map<string, RecordRef>();
  const companies = new Set<number>();
  let shown = 0;
  for (const entry of entries) {
    const added = sidesOf(entry).filter((side) => !individuals.has(keyOf(side)));
    const named = [...new Set([entry.source.companyId, entry.targetCompanyId])];
    const newCompanies = named.filter((id) => !companies.has(id));
    if (individuals.size + companies.size + added.length + newCompanies.length > maxNodes) break;
    for (const side of added) individuals.set(keyOf(side), side);
    for (const id of newCompanies) companies.add(id);
    shown += 1;
  }
  return {
    individuals: [...individuals.values()].map(({ companyId, individualId }) => ({
      companyId: BigInt(companyId),
      individualId: BigInt(individualId),
    })),
    companyIds: [...companies].map(BigInt),
    links: entries.slice(0, shown).map(graphLinkToProto),
    isFull: shown < entries.length,
  };
}

function sidesOf({ source, targetCompanyId, relatedIndividualId }: Entry<GraphEdge>): RecordRef[] {
  if (relatedIndividualId === null) return [source];
  return [source, { companyId: targetCompanyId, individualId: relatedIndividualId }];
}

function keyOf({ companyId, individualId }: RecordRef): string {
  return `${companyId}:${individualId}`;
}
