import { oneDecimal } from '@pii-vault/platform/values/one-decimal';
import type {
  DuplicateGroup as DuplicateGroupMessage,
  Entry as EntryMessage,
  GetSummaryResponse,
  ListEntriesRequest,
} from '@pii-vault/proto/lineage/v1/links';
import { invalidFilter } from '../errors.ts';
import type { DuplicateGroup } from './duplicate-groups.ts';
import type { Entry } from './entry.ts';
import type { Summary } from './figures-store.ts';
import type { EntryFilter } from './visible.ts';

export function entryToProto(entry: Entry): EntryMessage {
  const { edge, source, grade } = entry;
  return {
    id: edge.id,
    sourceCompanyId: source.companyId,
    targetCompanyId: entry.targetCompanyId,
    individualId: source.individualId,
    relatedIndividualId: entry.relatedIndividualId ?? undefined,
    relationshipType: edge.relationshipType,
    confidenceScore: grade === null ? edge.confidenceScore : undefined,
    grade: grade ?? undefined,
    matchingFields: edge.matchingFields,
    verificationStatus: edge.verificationStatus,
    createdAt: edge.createdAt,
    relatedPseudonym: entry.relatedPseudonym,
    rowVersion: edge.rowVersion,
    decision: edge.decision ?? undefined,
  };
}

export function groupToProto(group: DuplicateGroup): DuplicateGroupMessage {
  return {
    individualIds: group.individualIds,
    similarity: group.grade === null ? group.similarity : undefined,
    grade: group.grade ?? undefined,
    duplicateFields: group.duplicateFields,
    companyIds: group.companyIds,
    entryIds: group.edgeIds,
    isVerified: group.isVerified,
  };
}

export function summaryToProto(summary: Summary): GetSummaryResponse {
  const isUnknown = summary.scored === 0;
  return {
    totalRelationships: summary.total,
    scoredRelationships: summary.scored,
    avgConfidence: isUnknown ? undefined : Math.round(summary.average),
    medianConfidence: isUnknown ? undefined : oneDecimal(summary.median),
    uniqueIndividuals: summary.uniqueIndividuals,
    verifiedLinks: summary.verified,
    withinCompany: summary.within,
    crossCompany: summary.cross,
    pending: summary.pending,
    pendingOverADay: summary.pendingOverADay,
    crossLinkedIndividuals: summary.crossLinkedIndividuals,
  };
}

const TYPES = ['same_individual', 'cross_reference', 'duplicate_detection'];
const STATUSES = ['pending', 'verified', 'rejected'];
const BANDS = ['high', 'medium', 'low'] as const;

/** @throws AppError INVALID_ARGUMENT naming the filter */
export function filterFromProto(request: ListEntriesRequest): EntryFilter {
  const { type, status, confidence, search = '', individualId } = request;
  if (type !== undefined && !TYPES.includes(type)) throw invalidFilter('type', 'Unknown type');
  if (status !== undefined && !STATUSES.includes(status)) throw invalidFilter('status', 'Unknown status');
  const band = BANDS.find((known) => known === confidence);
  if (confidence !== undefined && band === undefined) throw invalidFilter('confidence', 'Unknown confidence');
  if (search.length > 100) throw invalidFilter('search', 'At most 100 characters');
  return {
    ...(type === undefined ? {} : { relationshipType: type }),
    ...(status === undefined ? {} : { verificationStatus: status }),
    ...(band === undefined ? {} : { confidence: band }),
    ...(search.trim() === '' ? {} : { search: search.trim().toLowerCase() }),
    ...(individualId === undefined ? {} : { individualId }),
    ...(request.undecided ? { isUndecided: true } : {}),
    ...(request.agreeing ? { isAgreeing: true } : {}),
  };
}
