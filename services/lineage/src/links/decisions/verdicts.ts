import type { Grade } from '../../scoring/decide.ts';
import type { Pair, RelationshipType, Verdict, VerificationStatus } from '../edge.ts';

/** Decisions of the two companies of a pair; inside a company both are its one decision. */
export interface Verdicts {
  readonly lo: Verdict | null;
  readonly hi: Verdict | null;
}

export const UNDECIDED: Verdicts = { lo: null, hi: null };

/** Reviewers override the matcher: one rejection is enough, a verification needs every company that sees the edge. */
export function statusOf(grade: Grade, { lo, hi }: Verdicts): VerificationStatus {
  if (lo === 'rejected' || hi === 'rejected') return 'rejected';
  if (lo === 'verified' && hi === 'verified') return 'verified';
  return grade === 'verified' ? 'verified' : 'pending';
}

/** Inside a company an edge is a duplicate. Across companies the evidence or both reviewers make it one person. */
export function relationshipOf(
  { lo, hi }: Pick<Pair, 'lo' | 'hi'>,
  grade: Grade,
  verdicts: Verdicts,
): RelationshipType {
  if (lo.companyId === hi.companyId) return 'duplicate_detection';
  return grade === 'verified' || statusOf(grade, verdicts) === 'verified'
    ? 'same_individual'
    : 'cross_reference';
}
