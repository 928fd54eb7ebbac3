import type { Scope } from '../scopes/scope.ts';
import type { Comparison, Evidence } from '../scoring/score-pair.ts';

/** A record of a person in a company. */
export interface RecordRef {
  readonly companyId: number;
  readonly individualId: number;
}

export type RelationshipType = 'same_individual' | 'cross_reference' | 'duplicate_detection';
export type VerificationStatus = 'pending' | 'verified' | 'rejected';

/** Two records that may be one person, with the evidence. `lo` is the smaller (company, individual). */
export interface Edge {
  readonly id: number;
  readonly scope: Scope;
  readonly agreementId: number | null;
  readonly lo: RecordRef;
  readonly hi: RecordRef;
  readonly relationshipType: RelationshipType;
  readonly verificationStatus: VerificationStatus;
  readonly probability: number;
  readonly confidenceScore: number;
  readonly matchingFields: readonly string[];
  readonly comparisons: readonly Comparison[];
  readonly modelVersion: string;
  readonly createdAt: Date;
}

export function compareRefs(a: RecordRef, b: RecordRef): number {
  return a.companyId - b.companyId || a.individualId - b.individualId;
}

/** The two records of an edge in their fixed order. */
export function ordered(a: RecordRef, b: RecordRef): readonly [lo: RecordRef, hi: RecordRef] {
  return compareRefs(a, b) < 0 ? [a, b] : [b, a];
}

/** Inside a company an edge is a duplicate; across companies the grade decides its name. */
export function relationshipOf(lo: RecordRef, hi: RecordRef, grade: Evidence['grade']): RelationshipType {
  if (lo.companyId === hi.companyId) return 'duplicate_detection';
  return grade === 'verified' ? 'same_individual' : 'cross_reference';
}
