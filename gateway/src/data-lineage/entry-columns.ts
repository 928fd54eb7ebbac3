import type { LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; several fields in a cell are separated by spaces. */
export const entryColumns: Columns<LineageEntry> = {
  id: (entry) => entry.id,
  individualId: (entry) => entry.individualId,
  sourceCompanyId: (entry) => entry.sourceCompanyId,
  sourceCompany: (entry) => entry.sourceCompanyName,
  relatedIndividualId: (entry) => entry.relatedIndividualId,
  relatedPseudonym: (entry) => entry.relatedPseudonym,
  targetCompanyId: (entry) => entry.targetCompanyId,
  targetCompany: (entry) => entry.targetCompanyName,
  relationshipType: (entry) => entry.relationshipType,
  confidenceScore: (entry) => entry.confidenceScore,
  grade: (entry) => entry.grade,
  matchingFields: (entry) => entry.matchingFields.fields.join(' '),
  verificationStatus: (entry) => entry.verificationStatus,
  decision: (entry) => entry.decision,
  createdAt: (entry) => entry.createdAt,
};
