import type { RecordRef } from '../spaces/scopes/record-ref.ts';
import type { Scope } from '../spaces/scopes/scope.ts';

export type RelationshipType = 'same_individual' | 'cross_reference' | 'duplicate_detection';
export type VerificationStatus = 'pending' | 'verified' | 'rejected';
/** Decision of a company's reviewer on an edge. */
export type Verdict = 'verified' | 'rejected';

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
  /** In the order of COMPARISONS. */
  readonly levels: readonly number[];
  /** Bits: prior, comparisons, household. */
  readonly weights: readonly number[];
  readonly modelVersion: string;
  /** Decision of the row's own company. */
  readonly decision: Verdict | null;
  /** Row version for If-Match. */
  readonly rowVersion: number;
  readonly createdAt: Date;
}

/** Two records in their fixed order, and their scope. */
export type Pair = Pick<Edge, 'scope' | 'lo' | 'hi'>;

export function compareRefs(a: RecordRef, b: RecordRef): number {
  return a.companyId - b.companyId || a.individualId - b.individualId;
}

export const refKey = ({ companyId, individualId }: RecordRef): string => `${companyId}:${individualId}`;

/** The two records of an edge in their fixed order. */
export function ordered(a: RecordRef, b: RecordRef): readonly [lo: RecordRef, hi: RecordRef] {
  const [lo, hi] = compareRefs(a, b) < 0 ? [a, b] : [b, a];
  return [refOf(lo), refOf(hi)];
}

const refOf = ({ companyId, individualId }: RecordRef): RecordRef => ({ companyId, individualId });

export function pairKey({ scope, lo, hi }: Pair): string {
  return `${scope}/${refKey(lo)}/${refKey(hi)}`;
}

/** The companies that see an edge. */
export function viewersOf({ lo, hi }: Pick<Pair, 'lo' | 'hi'>): number[] {
  return lo.companyId === hi.companyId ? [lo.companyId] : [lo.companyId, hi.companyId];
}
