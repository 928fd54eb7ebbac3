import type { LineageGraph } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { type GraphModel, graphModel } from '../graph-model.ts';

const NAMES = ['Asha Bank', 'Bodhi Health', 'Kaveri Telecom'];

/** Three companies with people assigned round-robin; persons n and n + 1 are pair n, for the first `pairs` people. */
export function sampleModel(people: number, pairs = people - 1): GraphModel {
  const link = { grade: null, relationshipType: null, verificationStatus: null, confidence: 100 };
  const graph: LineageGraph = {
    nodes: [
      ...NAMES.map((name, at) => ({ id: `company:${at + 1}`, name, type: 'company' as const, tier: null })),
      ...Array.from({ length: people }, (_, at) => ({
        id: `individual:${at + 1}`,
        name: `IND_${at + 1}`,
        type: 'individual' as const,
        tier: null,
      })),
    ],
    links: [
      ...Array.from({ length: people }, (_, at) => ({
        ...link,
        source: `company:${(at % NAMES.length) + 1}`,
        target: `individual:${at + 1}`,
        entryId: null,
      })),
      ...Array.from({ length: pairs }, (_, at) => ({
        ...link,
        source: `individual:${at + 1}`,
        target: `individual:${at + 2}`,
        entryId: at + 1,
        confidence: [95, 80, 50][at % 3] ?? 0,
        relationshipType: 'same_individual' as const,
        verificationStatus: at % 2 === 0 ? ('verified' as const) : ('pending' as const),
      })),
    ],
  };
  return graphModel(graph, (companyId) => companyId - 1);
}
