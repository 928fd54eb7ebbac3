import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';

export function sampleRelationship(id: number, change: Partial<LineageEntry> = {}): LineageEntry {
  return {
    id,
    sourceCompanyId: 1,
    targetCompanyId: 2,
    sourceCompanyName: 'Asha Bank',
    targetCompanyName: 'Bodhi Health',
    individualId: 48213,
    relatedIndividualId: 47790,
    relatedPseudonym: null,
    relationshipType: 'same_individual',
    confidenceScore: 87.4,
    grade: null,
    matchingFields: { fields: ['phone', 'name'] },
    verificationStatus: 'pending',
    decision: null,
    createdAt: '2026-11-21T08:00:00.000Z',
    ...change,
  };
}
